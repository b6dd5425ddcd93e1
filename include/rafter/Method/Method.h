//===- Method.h - What can be asked of a source -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A method takes a source and a CPU and makes a finding. All methods stand in
// one table, Analysis/Methods.def; each lives beside its model.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_METHOD_METHOD_H
#define RAFTER_METHOD_METHOD_H

#include "rafter/Method/Finding.h"
#include <any>
#include <map>
#include <typeindex>

namespace rafter {

/// The options of all methods, a plain struct for each that has any. What was
/// not set is as its constructor makes it.
class MethodOptions {
public:
  template <typename T> void set(T Value) {
    Structs[typeid(T)] = std::move(Value);
  }
  template <typename T> T get() const {
    auto It = Structs.find(typeid(T));
    return It == Structs.end() ? T() : std::any_cast<T>(It->second);
  }

private:
  std::map<std::type_index, std::any> Structs;
};

/// What a method plays.
enum class Vocabulary : uint8_t {
  Operations,
  Instructions,
  CrackedInstructions,
  /// Samples of performance counters.
  Samples,
  /// Whatever the source has.
  Any
};

/// A method at work on operations: it is done after one play, which others may
/// share.
class OperationPass {
public:
  virtual ~OperationPass();
  virtual StreamConsumer &consumer() = 0;
  /// Call it once, when the stream has ended.
  virtual std::shared_ptr<const Finding> finding() = 0;
};

class Method {
public:
  virtual ~Method();

  /// As in print<NAME>, "generalized-roofline".
  virtual llvm::StringRef name() const = 0;
  /// One line for lists of methods.
  virtual llvm::StringRef description() const = 0;
  virtual Vocabulary wants() const = 0;
  /// Part of a report for which nobody chose methods.
  virtual bool isDefault() const { return true; }

  /// For a method that one play of operations serves; null: it overrides run.
  virtual std::unique_ptr<OperationPass> start(const OperationTable &Table,
                                               const Program *Code,
                                               const Processor &CPU) const;
  /// Plays S, which has the vocabulary that the method wants, as often as
  /// needed. Errors are those of the source, or name the cause.
  virtual llvm::Expected<std::shared_ptr<const Finding>>
  run(Source &S, const Processor &CPU) const;
};

} // namespace rafter

#endif // RAFTER_METHOD_METHOD_H
