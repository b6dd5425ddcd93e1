//===- EmitRemarks.h - Remarks through LLVM's diagnostics -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who wants remarks, which of them, and how they reach -Rpass-analysis and
// optimization records.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REMARKS_EMITREMARKS_H
#define RAFTER_REMARKS_EMITREMARKS_H

#include "rafter/Remarks/LoopRemark.h"
#include "rafter/Remarks/RemarkOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Regex.h"
#include <functional>
#include <limits>
#include <optional>

namespace llvm {
class DILocation;
class Function;
class LLVMContext;
} // namespace llvm

namespace rafter {

/// The pass that remarks come from, for -Rpass-analysis=rafter.
inline constexpr const char *RemarkPassName = "rafter";

/// Whether a remark of ours would be printed or recorded.
bool wantsRemarks(llvm::LLVMContext &Context);
/// Whether somebody wants to know why loops have none (-Rpass-missed=rafter).
bool wantsSilence(llvm::LLVMContext &Context);

/// Emits R at Where (null: at F), with the name LoopBound.
void emitRemark(const LoopRemark &R, const llvm::Function &F,
                const llvm::DILocation *Where);

/// Says Why there is no remark on the loop at Where, as a missed one of the
/// name LoopSilent. R: what is known of it.
void emitSilence(Silence Why, const LoopRemark &R, const llvm::Function &F,
                 const llvm::DILocation *Where);

/// Says why there are no remarks on F's module, with the name NotAnalyzed.
void emitFailure(llvm::StringRef Why, const llvm::Function &F);

/// What is worth saying.
class RemarkFilter {
public:
  /// Error: an expression that is none.
  static llvm::Expected<RemarkFilter> create(const RemarkOptions &Options);

  bool allowsFunction(llvm::StringRef Symbol, llvm::StringRef Name) const;
  bool allowsFile(llvm::StringRef Path) const;
  /// Why R is not worth saying, before its limits are known; none: R's place is
  /// allowed, and it is hot.
  std::optional<Silence> rejects(const LoopRemark &R) const;
  /// As rejects, when the limits of R are known.
  std::optional<Silence> rejectsExplained(const LoopRemark &R) const;

  /// Folders where compilers and distributions keep the headers of the system,
  /// and others that the options leave out: remarks on what was inlined from
  /// there stand at the call.
  bool isForeign(llvm::StringRef Path) const;

private:
  RemarkFilter() = default;
  bool SystemHeaders = false;
  double Threshold = 1;
  double LeastShare = 0;
  std::optional<llvm::Regex> Paths, Functions;
};

struct RemarkChoice {
  /// Remarks that are printed whatever the filter says; null: none.
  std::function<bool(const LoopRemark &)> IsNeeded;
  /// Is called, at most once for each, with the positions of remarks whose
  /// limits decide; null: all limits are known.
  std::function<void(size_t)> Explain;
  /// How many are explained that are not needed, the heaviest first.
  size_t Most = std::numeric_limits<size_t>::max();
};

/// What becomes of the remarks.
struct ChosenRemarks {
  /// The positions of those that are printed, in order.
  std::vector<size_t> Printed;
  /// Of the others, one for each place, and why.
  std::vector<std::pair<size_t, Silence>> Silent;
};

/// Those that are printed: the ones that
/// Filter allows or Choice needs, and of those at the same place, from inlined
/// or instantiated copies, the one with the largest weight.
ChosenRemarks chooseRemarks(llvm::ArrayRef<LoopRemark> Remarks,
                            const RemarkFilter &Filter,
                            const RemarkChoice &Choice = {});

} // namespace rafter

#endif // RAFTER_REMARKS_EMITREMARKS_H
