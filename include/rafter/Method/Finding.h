//===- Finding.h - What a method found --------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A finding is a typed value beside its model that prints itself. It is shown
// in a report of one region, next to the findings of other methods.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_METHOD_FINDING_H
#define RAFTER_METHOD_FINDING_H

#include "rafter/Method/Component.h"
#include "rafter/Stream/Source.h"
#include "rafter/Stream/SourceOperations.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>

namespace rafter {

class Finding;
class JSONWriter;
class SourceText;
struct Drawing;

/// Of one region, in the order of the table of methods.
using FindingList = std::vector<std::shared_ptr<const Finding>>;

/// The report in which a finding is printed.
struct FindingContext {
  const Origin &Region;
  /// The CPU with all overrides applied.
  const Processor &CPU;
  /// What stands in the source where that is MLIR; otherwise empty.
  const SourceOperations &Operations;
  /// The lines of the sources.
  SourceText &Lines;
  /// All findings of the region.
  const FindingList &All;
  /// What -rafter-set changed, as given.
  const std::string &Overrides;
  /// Of the region in its report, from 1 on.
  size_t Number = 1;

  /// The value of another finding of the region; null if there is none.
  template <typename Value> const Value *get() const;
  /// "kernel.c:3, xeon-e5-2680, cold cache, modelled".
  std::string setting() const;
  /// What the region is bound by, one line for each level, at least one.
  std::vector<std::string> verdicts() const;
};

/// One line of a report that says what a region is bound by.
struct Verdict {
  std::string Text;
  /// What it is said of where it is not the first: "machine level".
  std::string Level;
  /// Only where no other finding says more.
  bool OnlyAlone = false;
};

/// What a finding has for an answer on one screen: short lines without a full
/// stop, empty where there is nothing to say.
struct Statement {
  /// "3.00 cycles per iteration".
  std::string Time;
  /// 0: unknown.
  double CyclesPerInstruction = 0;
  /// What binds: "the latency of float add".
  std::string Cause;
  /// The components of what binds; several bind together.
  std::vector<Component> Components;
  /// "0.93 without it, 3.2 times as fast".
  std::string Gain;
  /// How many times as fast it is without what binds; 1: not known.
  double Speedup = 1;
  /// "10.50 more if line 11 is random".
  std::string IfOpen;
  /// The line to blame.
  SourceLocation Place;
  /// What stands there, or the instruction to blame.
  std::string Code;
  /// "each float add waits for the one before it: use 4 accumulators".
  std::string NextStep;
};

class Finding {
public:
  virtual ~Finding();

  /// The name of the method, "generalized-roofline".
  virtual llvm::StringRef method() const = 0;

  /// What the region is bound by; none: the finding leaves that to others.
  virtual std::optional<Verdict> verdict(const FindingContext &Context) const;

  /// None: the finding has no answer by itself.
  virtual std::optional<Statement> answer(const FindingContext &Context) const;

  /// What costs time, the largest share first.
  virtual std::vector<ComponentCost> costs(const FindingContext &Context) const;

  virtual void printText(llvm::raw_ostream &OS,
                         const FindingContext &Context) const = 0;
  /// The members of the object under the method's name.
  virtual void printJSON(JSONWriter &W,
                         const FindingContext &Context) const = 0;
  /// What a page shows at once, and what it has folded.
  virtual void printHTML(llvm::raw_ostream &OS,
                         const FindingContext &Context) const;
  virtual void printHTMLDetails(llvm::raw_ostream &OS,
                                const FindingContext &Context) const;
  /// True if printHTML shows the source of the region.
  virtual bool showsSource(const FindingContext &Context) const;
  /// The finding as a drawing; none if there is nothing to draw.
  virtual std::optional<Drawing> draw(const FindingContext &Context) const;
  /// The title of a file of such drawings.
  virtual llvm::StringRef drawingTitle() const { return ""; }

  /// Tells the type of the value, as FindingOf does.
  virtual const void *valueType() const = 0;
};

/// A finding that is a Value.
template <typename ValueType> class FindingOf : public Finding {
public:
  explicit FindingOf(ValueType V) : Value(std::move(V)) {}

  ValueType Value;

  static const void *type() {
    static const char Address = 0;
    return &Address;
  }
  const void *valueType() const override { return type(); }
};

/// The value of the first finding of All that has one of that type; null if
/// there is none.
template <typename Value> const Value *get(const FindingList &All) {
  for (const std::shared_ptr<const Finding> &F : All)
    if (F->valueType() == FindingOf<Value>::type())
      return &static_cast<const FindingOf<Value> &>(*F).Value;
  return nullptr;
}

template <typename Value> const Value *FindingContext::get() const {
  return rafter::get<Value>(All);
}

} // namespace rafter

#endif // RAFTER_METHOD_FINDING_H
