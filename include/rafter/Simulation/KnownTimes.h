//===- KnownTimes.h - Loops that were timed before --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SIMULATION_KNOWNTIMES_H
#define RAFTER_SIMULATION_KNOWNTIMES_H

#include "rafter/Simulation/Prediction.h"
#include "rafter/Stream/LoopStream.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <map>
#include <mutex>
#include <set>
#include <string>

namespace rafter {

struct SimulationOptions;

/// Times of machine loops on one CPU. Most changes that are tried leave most
/// loops as they are: what is the same in all that is simulated has the same
/// time. Several threads may ask at once, each with a LoopTimer of its own.
class KnownTimes {
public:
  /// CPU must outlive the object.
  explicit KnownTimes(const Processor &CPU) : CPU(CPU) {}

  /// Plays that were simulated.
  size_t size() const {
    std::lock_guard<std::mutex> Lock(Mutex);
    return Times.size();
  }

private:
  friend class LoopTimer;

  const Processor &CPU;
  mutable std::mutex Mutex;
  /// By all that is simulated.
  std::map<std::string, Prediction> Times;
};

/// Asks for times, and keeps in mind for which.
class LoopTimer {
public:
  /// Known must outlive the object.
  explicit LoopTimer(KnownTimes &Known) : Known(Known) {}

  /// Plays Body, of Table, as Stream says. Errors: as of rafter::predict.
  llvm::Expected<Prediction> predict(const InstructionTable &Table,
                                     const LoopBody &Body,
                                     const LoopStreamOptions &Stream,
                                     const SimulationOptions &How);
  /// The same where Body is entered; an iteration is an entry.
  llvm::Expected<Prediction> predictEntries(const InstructionTable &Table,
                                            const LoopBody &Body,
                                            const EntryOptions &Stream,
                                            const SimulationOptions &How);
  /// What was asked for, simulated for this object or for another one: the same
  /// play is the same pointer.
  const std::set<const Prediction *> &asked() const { return Asked; }

private:
  llvm::Expected<Prediction> find(std::string Key,
                                  const InstructionTable &Table,
                                  llvm::function_ref<InstructionSource()> Make,
                                  const SimulationOptions &How);

  KnownTimes &Known;
  std::set<const Prediction *> Asked;
};

} // namespace rafter

#endif // RAFTER_SIMULATION_KNOWNTIMES_H
