//===- SourceLoops.h - Loops before they are vectorized ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the loops of a module compute for each iteration of the source, without
// the loops in them, noted before the optimizer vectorizes and unrolls them: it
// tells how many iterations the machine code does at once, what the computation
// needs at least, and the names of what binds.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CODEGEN_SOURCELOOPS_H
#define RAFTER_CODEGEN_SOURCELOOPS_H

#include "rafter/CodeGen/LoopOperations.h"
#include "rafter/Uarch/Processor.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Argument;
class DILocation;
class Function;
class LoopInfo;
class Module;
class PassBuilder;
class Value;
} // namespace llvm

namespace rafter {

/// A loop's place within its function.
struct PlaceInFunction {
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;
  auto operator<=>(const PlaceInFunction &) const = default;
};

/// A load or store of a source loop.
struct SourceAccess {
  LoopOperation Operation;
  /// The array, by its name in the source or the IR; may be empty.
  std::string Name;
  unsigned Bytes = 0;
  bool IsStore = false;
};

/// A value that an iteration takes from one before it.
struct Recurrence {
  /// The variable, by its name in the source or the IR; may be empty.
  std::string Name;
  unsigned Line = 0;
  /// Floating-point operations on the way around, by ComputeKind. Of several
  /// ways it is the one that takes least: an iteration may go there.
  std::array<unsigned, NumComputeKinds> Operations = {};
  /// On the same way: integer operations, products that no shifts and additions
  /// make, and loads whose address is on it.
  unsigned Integers = 0, Products = 0, Loads = 0;
  /// Their places in the source: line and column.
  std::vector<std::pair<unsigned, unsigned>> Places;
  /// The function that they are written in, where that was inlined into the one
  /// with the loop; empty: it is the same.
  std::string Callee;
  /// They are written in a header of the system, which nobody changes.
  bool IsOfLibrary = false;
  /// It is taken so many iterations later: more than one by way of memory.
  unsigned Distance = 1;
  /// The program allows to compute it in another order.
  bool MayReorder = false;
  /// It grows by the same floating-point number each time.
  bool IsCounter = false;
};

/// How often a loop iterates, as far as its code tells: a count that is loaded
/// or a small constant is of few; an argument of the function or a pointer that
/// stays may be far.
enum class LoopLength : uint8_t { Few, Unknown, Long };

/// What one iteration does, of the program as it is written.
struct SourceLoop {
  PlaceInFunction Place;
  /// Place with the calls that were inlined on the way to it, which tell its
  /// instances in a function apart; null: not known.
  const llvm::DILocation *Start = nullptr;
  /// The function it is written in was inlined into this one.
  bool IsInlined = false;
  /// Of the loops around it.
  std::vector<PlaceInFunction> Around;
  /// Scalar operations by ComputeKind.
  std::array<unsigned, NumComputeKinds> Operations = {};
  /// Additions that take a product of the same loop, and may be fused with it.
  unsigned Fusible = 0;
  /// Bytes of the widest type that is computed with; 0: nothing is.
  unsigned ElementBytes = 0;
  /// Loads and stores whose address changes.
  std::vector<SourceAccess> Accesses;
  /// The function's parameters through which it comes to what it loads and
  /// stores, in their order; empty where a name is not known.
  std::vector<std::string> Parameters;
  std::vector<Recurrence> Recurrences;
  /// It is left at one place, and what it loads does not decide when.
  bool IsCounted = false;
  /// No loop is in it.
  bool IsInnermost = true;
  /// An integer or a pointer of one iteration needs that of the one before it,
  /// and does not only count or add up.
  bool IsSerial = false;
  /// It calls functions, or data decide what it accesses.
  bool IsIrregular = false;
  /// It has accesses whose step is no constant.
  bool HasStrides = false;
  /// The frontend says where it begins: it was written as a loop, and is no
  /// recursion that became one. True where nothing is known of places.
  bool IsWritten = true;
  /// It has floating-point divisions by what is no constant.
  bool DividesByVariables = false;
  /// It divides by what the function compares with a tiny number.
  bool DividesByTiny = false;
  /// It is entered again, in a loop around it or where that was unrolled, and
  /// its sums and the like neither go on from one entry to the next nor decide
  /// what is done between them.
  bool EntriesOverlap = false;
  /// It works on vectors as it is written.
  bool HasVectors = false;
  /// Long where that is not known.
  LoopLength Length = LoopLength::Long;
  /// Lines that load or store a place in memory that does not move, and no
  /// variable of the function, which is loaded, computed with and stored again
  /// in each iteration.
  std::vector<unsigned> PlacesInMemory;
  /// All that vectorizing keeps track of.
  std::vector<LoopOperation> Marks;
};

/// How many iterations of Before one of the loop with the operations After
/// does; none when they contradict each other or nothing is known.
std::optional<unsigned> iterationsAtOnce(llvm::ArrayRef<LoopOperation> Before,
                                         llvm::ArrayRef<LoopOperation> After);

/// The name of V, an address or a value, in the source or the IR: the variable
/// that holds it, or the object that it points into. Empty: not known.
std::string sourceName(const llvm::Value &V);

/// The name of A in the source of its own function, not of what is inlined
/// there. Empty: not known.
std::string sourceParameterName(const llvm::Argument &A);

/// Stores the loops of each function that PB's pipelines vectorize.
void storeSourceLoops(llvm::PassBuilder &PB);

/// The loops of functions, by the function's symbol.
class SourceLoops {
public:
  /// Notes the loops of F. Changes nothing.
  void note(const llvm::Function &F, const llvm::LoopInfo &Loops);
  /// The loop at Place; of several the one at Start, and rather one that is
  /// innermost or not, as asked. Null: not noted.
  const SourceLoop *find(llvm::StringRef Symbol, const PlaceInFunction &Place,
                         const llvm::DILocation *Start = nullptr,
                         bool IsInnermost = true) const;

  /// Whether all loops of the function, be it none, were noted with their
  /// places: a loop somewhere else is none that somebody wrote.
  bool knowsPlaces(llvm::StringRef Symbol) const;

  /// Writes the places and marks of the loops noted of F into the module, with
  /// F, where later passes leave them.
  void store(llvm::Function &F) const;
  /// Notes what store() wrote of the functions of M.
  void load(const llvm::Module &M);

private:
  llvm::StringMap<std::vector<SourceLoop>> Noted;
  /// Functions with loops that were transformed before, and are not noted.
  llvm::StringSet<> WithOthers;
};

} // namespace rafter

#endif // RAFTER_CODEGEN_SOURCELOOPS_H
