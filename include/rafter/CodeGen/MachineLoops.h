//===- MachineLoops.h - The loops of generated machine code ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A machine pass for the end of code generation that collects the innermost
// loops of each function as streams, and code generation in process that runs
// it. Addresses follow scalar evolution; docs/static.md tells what is assumed.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CODEGEN_MACHINELOOPS_H
#define RAFTER_CODEGEN_MACHINELOOPS_H

#include "rafter/CodeGen/InstructionBuilder.h"
#include "rafter/Stream/LoopStream.h"
#include <functional>
#include <map>
#include <optional>

namespace llvm {
class DILocation;
class Function;
class MachineFunction;
class MachineFunctionPass;
class Module;
class TargetMachine;
} // namespace llvm

namespace rafter {

/// Where a loop is.
struct LoopPlace {
  /// The function, by its name in the IR.
  std::string Symbol;
  /// Where the loop is written.
  SourceLocation Source;
  /// Where remarks on it stand: Source, or the call that brought it into code
  /// of the user. As the module has it, and for as long as it; may be null.
  const llvm::DILocation *Start = nullptr;
};

struct MachineLoopOptions {
  /// Value of an unknown integer, at least 1.
  uint64_t AssumedValue = 1000;
  /// Iterations of a loop whose end depends on data.
  uint64_t AssumedTripCount = 1000;
  /// Values for arguments by their name in the source.
  std::map<std::string, int64_t, std::less<>> Values;
  /// Bytes in which accesses spread whose address depends on data; 0: they
  /// stay at one address, in L1.
  uint64_t SpreadBytes = 0;
  /// Only the function of this name, in the IR or in the source; empty: all.
  std::string Function;
  /// Functions that have no loop are regions of their own.
  bool WithoutLoops = true;
  /// Loops with less than this share of the hotness of their function are left
  /// out, unless Keep wants them.
  double LeastShare = 0;
  std::function<bool(const SourceLocation &Loop)> Keep;
  /// Loops with loops in them that have most of their time themselves are
  /// regions, too.
  bool OuterLoops = false;
  /// What is executed around the loops is wanted as well.
  bool WithPassages = false;
  /// Files whose inlined loops have their remarks at the call, or the call of
  /// the call, that is in none of them; null: there are none.
  std::function<bool(llvm::StringRef File)> IsForeign;
  /// Is told which loops LeastShare leaves out. Null: nobody wants to know.
  std::function<void(const LoopPlace &Loop)> LeftOut;
};

/// A load, store or floating-point operation in the IR of a loop.
struct LoopOperation {
  /// In the source; line 0: unknown.
  unsigned Line = 0;
  unsigned Column = 0;
  /// Of the IR.
  unsigned Opcode = 0;
  /// Elements that it works on.
  unsigned Lanes = 1;
  /// Of a load or store: bytes by which the address moves with each iteration,
  /// where that is a constant.
  std::optional<int64_t> Step;
  /// Of the source: it moves, by what is no constant, and not where data say.
  bool IsStrided = false;
  /// On the path of the machine loop; true in other loops.
  bool OnPath = true;
};

/// A branch on the path of a loop that may go elsewhere.
struct PathBranch {
  /// Its position in the path.
  uint32_t Position = 0;
  /// Of the way that the path takes, in [0, 1].
  double Probability = 0;
  /// Both ways meet again after a few instructions, without calls; or it is the
  /// dispatch of an interpreter.
  bool MeetsSoon = false;
};

/// The hottest path through a loop, or through a function that has no loop. Of
/// loops in the loop it is one pass through each that is on the way.
struct MachineLoop : LoopPlace {
  /// Source with the calls that were inlined on the way to it; may be null.
  const llvm::DILocation *Written = nullptr;
  /// Name of the function in the source.
  std::string Function;
  /// As loop nests of the IR are named: "line 12"; empty for a function.
  std::string Name;
  /// Machine iterations for each call of the function: by the profile of the
  /// compiler where there is one, otherwise by LLVM's block frequencies, with
  /// the trip counts that are constants in their place.
  double Executions = 0;
  /// Times it is entered, by the same numbers.
  double Entries = 0;
  /// There is a profile: Executions are no estimate.
  bool IsProfiled = false;
  /// Of the instructions of the path, those that are in no loop within the
  /// loop, in (0, 1].
  double OwnShare = 1;
  bool hasInner() const { return OwnShare < 1; }
  /// No loop is in it, on the path or not.
  bool IsInnermost = true;
  /// It is entered only where places of one object, whose distance is data, are
  /// apart, and by what is assumed of data they are not; no profile says more.
  bool IsKeptOut = false;
  /// It does what is left over by straight code that was a vector body, or all
  /// iterations where arrays overlap; no profile says that they do.
  bool IsLeftOver = false;
  /// Those that stay within the loop, and those that leave it, where it has no
  /// loop in it.
  std::vector<PathBranch> Branches, Exits;
  /// Estimated instructions executed for each call of the function, by the trip
  /// counts; by LLVM's block frequencies where the function rarely comes there.
  double Hotness = 0;
  InstructionTable Table;
  LoopBody Body;
  /// Another way through it, where both sides of branches are about as likely
  /// by all that is known; empty where there is none. And the line of the first
  /// branch that goes elsewhere; 0: not known. And the first function that is
  /// called there, which is not followed.
  StraightCode OtherWay;
  unsigned OtherWayLine = 0;
  std::optional<std::string> OtherWayCall;
  /// What is executed behind it where another loop at its depth follows.
  StraightCode ToNext;
  /// One line each, in source order.
  std::vector<std::string> Assumptions;
  /// Functions that the path calls, which are not followed.
  std::vector<std::string> Calls;
  /// Ways through the loop that are about as likely as the path call functions,
  /// and nothing else says which way is gone: it cannot be told what an
  /// iteration takes.
  bool MayCall = false;
  /// Inline assembly is on the path, of which nothing is known.
  bool HasAssembly = false;
  /// What is left in the IR of the loop, without those in it, at the end of
  /// code generation, in its order; the first few hundred.
  std::vector<LoopOperation> Operations;
  /// Stores to and loads from stack slots on the path that only the register
  /// allocator made.
  unsigned Spills = 0;
};

/// The name of F as the source has it, and where the source has it.
std::string sourceName(const llvm::Function &F);
SourceLocation locationOf(const llvm::Function &F);
/// Start as a value; line 0 for null, or where it has no line.
SourceLocation locationOf(const llvm::DILocation *Start);

using MachineLoopSink = std::function<void(MachineLoop)>;

/// Gives the loops of MF to Sink, in the order of their blocks, as Model's CPU
/// executes them. MF must be allocated, and is not changed.
void collectMachineLoops(llvm::MachineFunction &MF, const TargetModel &Model,
                         const MachineLoopOptions &Options,
                         const MachineLoopSink &Sink);

/// The pass. It changes nothing and needs no other analysis. Sink takes loops
/// in the order of the functions, then of their blocks; AtEnd is called behind
/// the last function of a module. Model must be for the target of the code; a
/// null model collects nothing.
llvm::MachineFunctionPass *
createMachineLoopPass(std::shared_ptr<const TargetModel> Model,
                      MachineLoopOptions Options, MachineLoopSink Sink,
                      std::function<void(const llvm::Module &)> AtEnd);

/// Generates code for Target (M's own, where it names one) for a copy of M,
/// which stays as it is, with the pass at the end, and throws the code away.
/// Errors: the target has no code generator, or
/// code generation fails.
llvm::Error generateCode(const llvm::Module &M, const llvm::Triple &Target,
                         std::shared_ptr<const TargetModel> Model,
                         const MachineLoopOptions &Options,
                         const MachineLoopSink &Sink);

/// Writes the object code of M to Path. Errors as of generateCode, and of the
/// file.
llvm::Error writeObject(const llvm::Module &M, llvm::StringRef Path);

} // namespace rafter

#endif // RAFTER_CODEGEN_MACHINELOOPS_H
