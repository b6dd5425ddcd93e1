//===- ParameterSetters.h - Kinds of parameters, and what they set -*- C++
//-*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the table of parameters: where the value of a key goes, and the rows of
// each kind.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_UARCH_PARAMETERSETTERS_H
#define RAFTER_LIB_UARCH_PARAMETERSETTERS_H

#include "rafter/Uarch/ParameterSchema.h"

namespace rafter {

using llvm::StringRef;

using Setter = void (*)(Processor &, double);

template <ComputeKind K> void setLatency(Processor &P, double V) {
  P.compute(K).Latency = V;
}
template <ComputeKind K> void setThroughput(Processor &P, double V) {
  P.compute(K).Throughput = V;
}
template <MemoryLevel L> void setLatency(Processor &P, double V) {
  P.memory(L).Latency = V;
}
template <MemoryLevel L> void setBandwidth(Processor &P, double V) {
  P.memory(L).Bandwidth = V;
}
template <MemoryLevel L> void setTransfer(Processor &P, double V) {
  P.memory(L).Transfer = static_cast<TransferUnit>(static_cast<int>(V));
}
template <MemoryLevel L> void setCapacity(Processor &P, double V) {
  P.memory(L).Capacity = V;
}
template <MemoryLevel L> void setWays(Processor &P, double V) {
  P.memory(L).Ways = V;
}
template <BufferKind B> void setSlots(Processor &P, double V) {
  P.buffer(B) = V;
}
template <double Processor::*Field> void setNumber(Processor &P, double V) {
  P.*Field = V;
}
template <uint32_t Processor::*Field> void setBytes(Processor &P, double V) {
  P.*Field = static_cast<uint32_t>(V);
}
template <double CoreParameters::*Field> void setCore(Processor &P, double V) {
  P.Core.*Field = V;
}
template <bool CoreParameters::*Field> void setCore(Processor &P, double V) {
  P.Core.*Field = V != 0;
}
template <MemoryLevel L> void setCodeBandwidth(Processor &P, double V) {
  P.Core.CodeBandwidth[static_cast<unsigned>(L)] = V;
}
template <MemoryLevel L> void setWriteBack(Processor &P, double V) {
  P.Core.WriteBackBandwidth[static_cast<unsigned>(L)] = V;
}
template <ComputeKind K> void setDenormal(Processor &P, double V) {
  P.Core.DenormalCycles[static_cast<unsigned>(K)] = V;
}
/// The width that says that a file describes the core at all.
inline void setRenameWidth(Processor &P, double V) {
  P.Core.RenameWidth = V;
  P.Core.Known = true;
}
inline void setMacroFusion(Processor &P, double V) {
  // In the order of the words of "fusion.macro".
  constexpr MacroFusion Kinds[] = {
      MacroFusion::None, MacroFusion::X86Arithmetic, MacroFusion::X86Compare,
      MacroFusion::AArch64Compare};
  P.Core.Fusion = Kinds[static_cast<unsigned>(V)];
}
inline void setMoveElimination(Processor &P, double V) {
  // none|integer|vector|all: one bit for each register file.
  unsigned Files = static_cast<unsigned>(V);
  P.Core.EliminateIntegerMoves = (Files & 1) != 0;
  P.Core.EliminateVectorMoves = (Files & 2) != 0;
}
inline void setOldestFirst(Processor &P, double V) {
  // off|on|pipes.
  P.Core.OldestFirst = V == 1;
  P.Core.OldestOnPipes = V == 2;
}
inline void setMemoryRenaming(Processor &P, double V) {
  P.Core.MemoryRenamingLatency = V == Unlimited ? -1 : V;
}
inline void setOrder(Processor &P, double V) {
  // In the order of the words of "memory-order".
  constexpr MemoryOrder Orders[] = {MemoryOrder::TotalStoreOrder,
                                    MemoryOrder::Weak,
                                    MemoryOrder::InOrderLoads};
  P.Order = Orders[static_cast<unsigned>(V)];
}
inline void setFusedMultiplyAdd(Processor &P, double V) {
  P.HasFusedMultiplyAdd = V == 0;
}
inline void setNextLine(Processor &P, double V) { P.NextLinePrefetch = V != 0; }
inline void setStride(Processor &P, double V) {
  P.StridePrefetchDistance = static_cast<unsigned>(V);
}
inline void setStrideReach(Processor &P, double V) {
  P.StrideReach = static_cast<unsigned>(V);
}
inline void setStridesAhead(Processor &P, double V) {
  P.StridesAhead = static_cast<unsigned>(V);
}

// Bounds that no machine reaches, but that keep every product of a cycle count
// and a parameter far from overflow.
constexpr double LeastRate = 1e-3;
constexpr double GreatestRate = 1e6;
constexpr double GreatestLatency = 1e5;
constexpr double GreatestSlots = 1e6;
constexpr double GreatestCapacity = 1099511627776.0; // 1 TiB
/// In less time no memory delivers as much as an L3 holds.
constexpr double LeastTurnover = 1e5;
constexpr double GreatestTurnover = 1e12;
constexpr double GreatestWays = 65536;
constexpr double GreatestStride = 128;
constexpr double GreatestReach = 1 << 20;
constexpr double MostStridesAhead = 16;

inline constexpr ParameterSchema rate(StringRef Key, StringRef Unit,
                                      Setter Store, StringRef Meaning,
                                      bool Optional = false) {
  return {Key,
          Unit,
          "",
          LeastRate,
          GreatestRate,
          /*Whole=*/false,
          /*PowerOfTwo=*/false,
          Extremes::RemoveLimit,
          Optional,
          Store,
          Meaning};
}
/// Neither a word nor a power of two.
inline constexpr ParameterSchema plain(StringRef Key, StringRef Unit,
                                       double Least, double Greatest,
                                       bool Whole, Extremes Special,
                                       Setter Store, StringRef Meaning) {
  return {Key,
          Unit,
          "",
          Least,
          Greatest,
          Whole,
          /*PowerOfTwo=*/false,
          Special,
          /*Optional=*/false,
          Store,
          Meaning};
}
inline constexpr ParameterSchema latency(StringRef Key, Setter Store,
                                         StringRef Meaning) {
  return plain(Key, "cycles", 1, GreatestLatency, /*Whole=*/true,
               Extremes::TakeNoTime, Store, Meaning);
}
inline constexpr ParameterSchema
slots(StringRef Key, Setter Store, StringRef Meaning,
      Extremes Special = Extremes::RemoveLimit) {
  return plain(Key, "slots", 1, GreatestSlots, /*Whole=*/true, Special, Store,
               Meaning);
}
inline constexpr ParameterSchema word(StringRef Key, StringRef Words,
                                      Setter Store, StringRef Meaning,
                                      bool Optional = false) {
  return {Key,
          "",
          Words,
          0,
          0,
          /*Whole=*/true,
          /*PowerOfTwo=*/false,
          Extremes::Illegal,
          Optional,
          Store,
          Meaning};
}
inline constexpr ParameterSchema capacity(StringRef Key, Setter Store,
                                          StringRef Meaning) {
  return {Key,
          "bytes",
          "",
          1,
          GreatestCapacity,
          /*Whole=*/true,
          /*PowerOfTwo=*/false,
          Extremes::RemoveCache,
          /*Optional=*/false,
          Store,
          Meaning};
}
inline constexpr ParameterSchema ways(StringRef Key, Setter Store) {
  return {Key,
          "ways",
          "",
          1,
          GreatestWays,
          /*Whole=*/true,
          /*PowerOfTwo=*/false,
          Extremes::RemoveLimit,
          /*Optional=*/true,
          Store,
          "Ways of a set of this cache; without a limit the cache is "
          "fully associative, as in the paper."};
}
inline constexpr ParameterSchema powerOfTwo(StringRef Key, double Least,
                                            double Greatest, Setter Store,
                                            StringRef Meaning) {
  return {Key,
          "bytes",
          "",
          Least,
          Greatest,
          /*Whole=*/true,
          /*PowerOfTwo=*/true,
          Extremes::Illegal,
          /*Optional=*/false,
          Store,
          Meaning};
}

inline constexpr ParameterSchema ofCore(ParameterSchema S) {
  S.Optional = true;
  S.OfCore = true;
  return S;
}
/// Width of the core's pipeline.
inline constexpr ParameterSchema width(StringRef Key, Setter Store,
                                       StringRef Meaning) {
  return ofCore(rate(Key, "slots/cycle", Store, Meaning));
}
/// Cycles that the core adds; fractions are means.
inline constexpr ParameterSchema
delay(StringRef Key, Setter Store, StringRef Meaning,
      Extremes Special = Extremes::TakeNoTime) {
  return ofCore(plain(Key, "cycles", LeastRate, GreatestLatency,
                      /*Whole=*/false, Special, Store, Meaning));
}
/// Entries of a structure of the core.
inline constexpr ParameterSchema
entries(StringRef Key, Setter Store, StringRef Meaning,
        Extremes Special = Extremes::RemoveLimit) {
  return ofCore(slots(Key, Store, Meaning, Special));
}
/// Parts of a structure of the core.
inline constexpr ParameterSchema parts(StringRef Key, StringRef Unit,
                                       double Most, bool PowerOfTwo,
                                       Setter Store, StringRef Meaning) {
  return ofCore({Key, Unit, "", 1, Most, /*Whole=*/true, PowerOfTwo,
                 Extremes::Illegal, /*Optional=*/true, Store, Meaning});
}
inline constexpr ParameterSchema core(StringRef Key, StringRef Words,
                                      Setter Store, StringRef Meaning) {
  return ofCore(word(Key, Words, Store, Meaning));
}

} // namespace rafter

#endif // RAFTER_LIB_UARCH_PARAMETERSETTERS_H
