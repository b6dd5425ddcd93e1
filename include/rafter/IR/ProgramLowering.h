//===- ProgramLowering.h - From LLVM IR to a Program -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Selects the nodes of the computation DAG in a module (extended-roofline
// paper, II.A and III: floating-point computations, loads and stores) and
// groups them in the segments of Stream/Program.h.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_IR_PROGRAMLOWERING_H
#define RAFTER_IR_PROGRAMLOWERING_H

#include "rafter/Stream/Program.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class BasicBlock;
class CallBase;
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace rafter {

struct LoweringOptions {
  /// Beyond the paper: integers and pointers carry dependences as well, their
  /// loads and stores are nodes, and an access waits for its address. Needed
  /// to see pointer chasing.
  bool AddressDependences = false;
};

/// What gives one address word of a segment's event.
struct AddressOperand {
  /// A load, store, atomicrmw or a masked, gather or scatter intrinsic.
  const llvm::Instruction *Access = nullptr;
  /// Lane of a gather's or scatter's vector of pointers; -1 when the pointer
  /// operand is a scalar.
  int Lane = -1;
  /// Bytes to add to the pointer (elements of an aggregate).
  uint64_t Offset = 0;
};

/// How the probes and the stream treat a call.
enum class CallTreatment : uint8_t {
  /// Lowered to operations, free, or a function without operations: the
  /// segment goes on and nothing is counted.
  Transparent,
  /// A function of the module: the segment ends, its frame is pushed.
  Seen,
  /// Not seen, cannot call back: counted by name, the segment goes on.
  Unseen,
  /// Not seen, may call back or not return: counted, and the segment ends.
  UnseenCut,
  /// Through a pointer: the segment ends; seen if it leads into the module.
  Indirect,
};

/// Where a segment comes from.
struct SegmentOrigin {
  const llvm::BasicBlock *Block = nullptr;
  /// The edge whose copies it holds; null if the block has no variants.
  const llvm::BasicBlock *Predecessor = nullptr;
  /// 0 for the part before the block's first cutting call, and so on.
  unsigned Part = 0;
  /// What gives the addresses of its event, in order.
  std::vector<AddressOperand> Addresses;
};

/// A part of a block between calls that cut it.
struct BlockPart {
  /// The call that ends this part; null for the last part of the block. An
  /// invoke ends a part after which the block has none.
  const llvm::CallBase *Call = nullptr;
  /// The part's segment; NoSegment if it produces no event or has variants.
  uint32_t Segment = ~0u;
};

/// How a block is cut in segments.
struct BlockLowering {
  std::vector<BlockPart> Parts;
  /// Part 0 for each reachable predecessor, in reverse postorder, if the block
  /// has variants. Empty otherwise.
  std::vector<std::pair<const llvm::BasicBlock *, uint32_t>> Variants;
};

/// A module as a Program, with the way back to the IR. Refers to the module's
/// functions, blocks and instructions, which must outlive it unchanged.
struct LoweredModule {
  static constexpr uint32_t NoSegment = ~0u;

  Program Code;
  /// For each segment of Code.
  std::vector<SegmentOrigin> Origins;
  /// Only reachable blocks of seen functions.
  llvm::DenseMap<const llvm::BasicBlock *, BlockLowering> Blocks;
  /// Index into Code.Functions of each seen function. Functions without any
  /// operation that call nothing seen or unseen are absent.
  llvm::DenseMap<const llvm::Function *, uint32_t> Functions;
  /// Index into Code.Loops by the loop's header.
  llvm::DenseMap<const llvm::BasicBlock *, uint32_t> Loops;
  /// How calls are treated; a call that is absent is Transparent.
  llvm::DenseMap<const llvm::CallBase *, CallTreatment> Calls;
  /// Names of what is not seen, sorted, and for each call counted by name its
  /// index.
  std::vector<std::string> UnseenNames;
  llvm::DenseMap<const llvm::CallBase *, uint32_t> UnseenIndex;
  /// What was assumed, one line each, in the order of the module.
  std::vector<std::string> Assumptions;

  /// The segment of Part of Block when it is entered from Predecessor (null
  /// or ignored for parts after the first and blocks without variants).
  /// Nothing if that part produces no event.
  std::optional<uint32_t> segment(const llvm::BasicBlock *Block,
                                  const llvm::BasicBlock *Predecessor,
                                  unsigned Part) const;
  CallTreatment treatment(const llvm::CallBase *Call) const;
};

/// Lowers all functions that M defines. A vector of more than 65535 elements
/// or a function with more than 2^30 registers is an error. Does not change M.
llvm::Expected<LoweredModule> lowerModule(const llvm::Module &M,
                                          const LoweringOptions &Options = {});

/// A function's name as a reader of the source knows it: qualified, without
/// the types of its parameters. A name that is not mangled stays as it is.
std::string readableName(llvm::StringRef Mangled);

} // namespace rafter

#endif // RAFTER_IR_PROGRAMLOWERING_H
