//===- MetricArea.h - Which part of the core a metric watches ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Areas group metrics as top-down analysis does (A. Yasin: A top-down method
// for performance analysis and counters architecture, ISPASS 2014). They come
// from a table of the user, from the vendor's list of events, or from how names
// begin; the rule that fired is part of the answer.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SPIRE_METRICAREA_H
#define RAFTER_SPIRE_METRICAREA_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <optional>
#include <string>
#include <vector>

namespace rafter {

enum class MetricArea : uint8_t {
  FrontEnd,
  BadSpeculation,
  Memory,
  Core,
  /// Counts any lack of instructions, also behind mispredicted branches.
  FrontEndOrBadSpeculation,
  /// Counts any stall of the back end, whether it waits for memory or not.
  MemoryOrCore,
  /// Counts work rather than what delays it, or delays of any cause, or is not
  /// known.
  Other
};
inline constexpr size_t NumMetricAreas = 7;
/// "front-end", "bad speculation", "memory", "core", "front-end or bad
/// speculation", "memory or core", "other".
const char *name(MetricArea Area);
std::optional<MetricArea> findMetricArea(llvm::StringRef Name);

struct AreaOfMetric {
  MetricArea Area = MetricArea::Other;
  /// "override 'l1d.*'", "topic 'cache'", "prefix 'idq'", "no rule".
  std::string Rule;
  /// It counts places for operations that stayed empty for this reason, so what
  /// is lost itself, and not what may be the reason.
  bool CountsSlots = false;
  /// It counts cycles or slots in which something waits, and not how often.
  bool CountsTime = false;
};

/// What is known of areas besides names.
class AreaTable {
public:
  /// Adds overrides from CSV: "pattern,area" in each line, * and ? allowed in
  /// patterns, # begins a comment; the first that matches wins. Errors name the
  /// buffer and the line.
  llvm::Error addOverrides(llvm::MemoryBufferRef Buffer);
  /// Adds the vendor's metadata: a JSON list of events with EventName and
  /// Topic, as `perf list --json` and the event files of Linux have it.
  llvm::Error addMetadata(llvm::MemoryBufferRef Buffer);

  /// Overrides, then names that say that an event counts work or has several
  /// causes, then topics that tell the area, then how other names begin.
  AreaOfMetric classify(llvm::StringRef Metric) const;

private:
  AreaOfMetric classifyByRules(llvm::StringRef Metric) const;

  std::vector<std::pair<std::string, MetricArea>> Overrides;
  /// By the name of the event in lower case.
  llvm::StringMap<std::string> Topics;
};

} // namespace rafter

#endif // RAFTER_SPIRE_METRICAREA_H
