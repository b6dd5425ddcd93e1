//===- CoreDesign.h - A point of the design space of a core ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The 20 parameters of the Concorde paper, table 1: their names, values and
// what they mean. The reference core, the analytical models, the learned model
// and the command line all follow this one table. A second one has what only
// the reference core knows.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_COREMODEL_COREDESIGN_H
#define RAFTER_COREMODEL_COREDESIGN_H

#include "rafter/CoreModel/Latencies.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace rafter {

enum class PredictorKind : uint32_t { Simple, Tage };

/// The parameters. Defaults are the core after ARM's Neoverse N1 (table 1).
struct CoreDesign {
  /// Instructions.
  uint32_t ReorderBuffer = 128;
  /// Instructions per cycle.
  uint32_t CommitWidth = 8;
  /// Entries.
  uint32_t LoadQueue = 12;
  uint32_t StoreQueue = 18;
  /// Instructions per cycle.
  uint32_t IntegerIssue = 3;
  uint32_t FloatIssue = 2;
  uint32_t MemoryIssue = 2;
  /// Pipes that take loads and stores, and pipes that take loads only.
  uint32_t LoadStorePipes = 2;
  uint32_t LoadPipes = 0;
  /// Instructions per cycle.
  uint32_t FetchWidth = 4;
  uint32_t DecodeWidth = 4;
  uint32_t RenameWidth = 4;
  /// Lines of instructions that wait for decoding or are on their way.
  uint32_t FetchBuffers = 1;
  /// Instruction lines on their way from beyond L1i.
  uint32_t InstructionFills = 8;
  PredictorKind Predictor = PredictorKind::Tage;
  /// Conditional and indirect branches that the Simple predictor gets wrong.
  uint32_t MispredictionPercent = 0;
  /// Kilobytes.
  uint32_t L1Data = 64;
  uint32_t L1Instruction = 64;
  uint32_t L2 = 1024;
  /// Lines that the stride prefetcher of L1d fetches ahead; 0 is off.
  uint32_t PrefetchDegree = 0;

  // What table 1 does not have and no learned model knows.
  /// Units that divide, each busy until it has the result; 0: as many as can be
  /// issued, pipelined.
  uint32_t IntegerDividers = 0;
  uint32_t FloatDividers = 0;
  /// Cycles from the issue of a load to its data, by where it finds them.
  uint32_t L1Latency = LoadLatency[unsigned(DataSource::L1)];
  uint32_t L2Latency = LoadLatency[unsigned(DataSource::L2)];
  uint32_t LastLevelLatency = LoadLatency[unsigned(DataSource::LastLevel)];
  uint32_t MemoryLatency = LoadLatency[unsigned(DataSource::Memory)];
  /// GB/s, where 200 cycles are 90 ns.
  uint32_t MemoryBandwidth = MemoryGigabytes;
  /// Lines of data on their way to L1d.
  uint32_t FillBuffers = MissRegisters;
  /// Cycles from fetch to issue.
  uint32_t Depth = FetchToDecode + DecodeToRename + RenameToIssue;

  /// Cycles of Depth that are between decode and rename.
  uint32_t decodeToRename() const {
    return Depth - FetchToDecode - RenameToIssue;
  }
  /// Instructions that can be between decode and rename: the queue, and what
  /// the stages hold that are more than usual.
  uint32_t renameQueue() const {
    return RenameQueue + (decodeToRename() - DecodeToRename) * DecodeWidth;
  }

  bool operator==(const CoreDesign &) const = default;
};

/// One row of the table.
struct DesignParameter {
  /// The word of the command line and of files: "rob".
  llvm::StringRef Name;
  /// "cycles", "kB"; empty for plain counts and words.
  llvm::StringRef Unit;
  llvm::StringRef Meaning;
  /// The legal values: all from Least to Greatest, or, where Values is not
  /// empty, these alone, in ascending order.
  uint32_t Least = 0;
  uint32_t Greatest = 0;
  llvm::ArrayRef<uint32_t> Values;
  /// Names of the values 0, 1, ... of a parameter that is a word.
  llvm::ArrayRef<llvm::StringRef> Words;
  uint32_t (*Get)(const CoreDesign &) = nullptr;
  void (*Set)(CoreDesign &, uint32_t) = nullptr;

  /// How many legal values there are, and the I-th of them in ascending order.
  size_t numValues() const;
  uint32_t value(size_t I) const;
  bool isLegal(uint32_t Value) const;
  /// Reads a number or a word. The error says what is wrong and what is legal.
  llvm::Expected<uint32_t> parse(llvm::StringRef Text) const;
  std::string print(uint32_t Value) const;
};

inline constexpr unsigned NumDesignParameters = 20;

/// The table, in the paper's order.
llvm::ArrayRef<DesignParameter> designParameters();
/// The parameters that the reference core alone has; with the values of a
/// default CoreDesign it is the core of table 1.
llvm::ArrayRef<DesignParameter> furtherDesignParameters();
/// The row of Name in the paper's table, or null.
const DesignParameter *findDesignParameter(llvm::StringRef Name);

/// "rob=64,l2=512" on top of Base; "largest", "smallest" and the names of cores
/// (namedDesigns) stand for whole designs as the first element. Errors name the
/// element.
llvm::Expected<CoreDesign> parseDesign(llvm::StringRef Text,
                                       CoreDesign Base = CoreDesign());
/// The same for what knows only table 1: further parameters that are set are an
/// error.
llvm::Expected<CoreDesign> parsePaperDesign(llvm::StringRef Text);
/// All parameters, in the order of the table: "rob=128,commit-width=8,...",
/// and the further ones that are not at their defaults.
std::string printDesign(const CoreDesign &Design);
/// Checks every parameter against its legal values.
llvm::Error checkDesign(const CoreDesign &Design);

/// Every parameter at its largest legal value; branches are predicted by TAGE,
/// prefetching is on (the baseline of the paper's section 6).
CoreDesign largestDesign();
/// Every parameter at its smallest legal value; Simple always right.
CoreDesign smallestDesign();
/// Every parameter drawn from its legal values with equal probability and
/// independently; the same for the same Seed on every computer.
CoreDesign randomDesign(uint64_t Seed);

} // namespace rafter

#endif // RAFTER_COREMODEL_COREDESIGN_H
