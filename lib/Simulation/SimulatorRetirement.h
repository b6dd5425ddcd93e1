//===- SimulatorRetirement.h - What follows execution -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Definitions of Simulator.h: retirement, and stores on their way to L1.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_SIMULATORRETIREMENT_H
#define RAFTER_LIB_SIMULATION_SIMULATORRETIREMENT_H

namespace rafter::simulation {

template <class Lanes>
inline void Simulator<Lanes>::retire(const PreparedInstruction &P,
                                     Time Complete) {
  Time R = L.constrain(Retired, Complete, Reason::Order);
  R = take(R, P.Retire);
  Retired = R;
  Latest = L.constrain(Latest, R, Reason::Order);
  for (unsigned S = 0; S != P.Slots; ++S)
    Reorder.push(R);
  for (unsigned S = 0; S != P.NumLoads; ++S)
    Loads.push(R);
  if (P.IntegerResult)
    IntegerFile.push(R);
  if (P.VectorResult)
    VectorFile.push(R);
}

/// Stores leave their buffer for L1 after retirement, when the line is there;
/// under total store order in program order. (Otherwise the buffer's entries
/// are still freed in program order.)
template <class Lanes> inline void Simulator<Lanes>::commitStores(Time D) {
  for (unsigned S = 0; S != NumStored; ++S) {
    // Number 0 is no cost.
    const bool Joins = S < 32 && (Joining >> S & 1) != 0;
    const bool Crosses = S < 32 && (Crossing >> S & 1) != 0;
    const CostList::Index Commit = Joins ? 0 : Numbers.StoreCommit;
    Time T = L.constrain(Retired, StoreLine, Reason::Data);
    if (Machine.TotalStoreOrder) {
      T = L.constrain(T, Committed, Reason::Busy);
      Committed = take(T, Commit);
      if (Crosses)
        Committed = take(Committed, Numbers.StoreCommitCrossing);
    } else {
      T = pass(T, CommitPort, D, Commit);
      if (Crosses)
        T = pass(T, CommitPort, D, Numbers.StoreCommitCrossing);
      Committed = L.constrain(Committed, T, Reason::Order);
    }
    Stores.push(Committed);
    StoreCommits.push(Committed);
  }
  Latest = L.constrain(Latest, Committed, Reason::Order);
}

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_SIMULATORRETIREMENT_H
