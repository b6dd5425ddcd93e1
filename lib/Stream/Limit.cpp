//===- Limit.cpp - What can limit a program -------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/Limit.h"
#include "rafter/Stream/Instruction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace rafter;
using llvm::ArrayRef;
using llvm::StringRef;

static bool isPorts(LimitKind K) {
  return K == LimitKind::Ports || K == LimitKind::Divider;
}

Limit Limit::bandwidth(MemoryLevel Of) {
  Limit L = LimitKind::Bandwidth;
  L.Level = Of;
  return L;
}

Limit Limit::latency(MemoryLevel Of) {
  Limit L = LimitKind::MemoryLatency;
  L.Level = Of;
  return L;
}

Limit Limit::latency(InstructionClass Of) {
  Limit L = LimitKind::Latency;
  L.Class = Of;
  return L;
}

Limit Limit::ports(uint64_t Mask, const InstructionTable &Table) {
  Limit L = LimitKind::Ports;
  for (size_t I = 0; I != Table.Units.size(); ++I)
    if ((Mask >> I & 1) != 0) {
      L.Units.push_back(Table.Units[I]);
      if (StringRef(L.Units.back()).contains("div"))
        L.Kind = LimitKind::Divider;
    }
  return L;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// "p015" for p0, p1 and p5; other names are joined by "+".
static std::string nameOfPorts(ArrayRef<std::string> Units) {
  std::string Result;
  StringRef Family;
  for (StringRef Unit : Units) {
    StringRef Letters = Unit.rtrim("0123456789");
    // Single digits can be appended; "p1" and "p10" could not be told apart.
    bool HasOneDigit = Letters.size() + 1 == Unit.size();
    if (!Result.empty() && HasOneDigit && Letters == Family) {
      Result += Unit.back();
      continue;
    }
    Result += (Result.empty() ? "" : "+") + Unit.str();
    Family = HasOneDigit ? Letters : StringRef();
  }
  return Result;
}

std::string rafter::name(const Limit &L) {
  static constexpr const char *Names[] = {"rename",
                                          "retire",
                                          "decode",
                                          "decode bytes",
                                          "instruction fetch",
                                          "ITLB",
                                          "uop cache",
                                          "taken branches",
                                          "misprediction penalty",
                                          "ROB",
                                          "RS",
                                          "load scheduler",
                                          "store scheduler",
                                          "LB",
                                          "SB",
                                          "LFB",
                                          "integer registers",
                                          "vector registers",
                                          "store commit",
                                          "store forwarding",
                                          "failed forwarding",
                                          "4 KiB aliasing",
                                          "L1 banks",
                                          "L1 sets",
                                          "line crossing",
                                          "DTLB"};
  static_assert(std::size(Names) == unsigned(LimitKind::Bandwidth));
  switch (L.Kind) {
  case LimitKind::Bandwidth:
    return std::string("bandwidth ") + name(L.Level);
  case LimitKind::MemoryLatency:
    return std::string("latency ") + name(L.Level);
  case LimitKind::Latency:
    return std::string("latency ") + name(L.Class);
  case LimitKind::Ports:
  case LimitKind::Divider:
    return nameOfPorts(L.Units);
  default:
    return Names[static_cast<unsigned>(L.Kind)];
  }
}

std::string rafter::name(ArrayRef<Limit> Limits) {
  return llvm::join(
      llvm::map_range(Limits, [](const Limit &L) { return name(L); }), " + ");
}

/// Ports of x86, which have no other names: p and a digit or letter.
static bool areNumbered(ArrayRef<std::string> Units, StringRef Name) {
  return !Units.empty() && Name.consume_front("p") && !Name.empty() &&
         llvm::all_of(Name, llvm::isHexDigit);
}

std::string rafter::describe(const Limit &L) {
  std::string Name = name(L);
  switch (L.Kind) {
  case LimitKind::MemoryLatency:
    return std::string("the latency of ") + name(L.Level);
  case LimitKind::Latency:
    return std::string("the latency of ") + name(L.Class);
  case LimitKind::Bandwidth:
    return std::string("the bandwidth of ") + name(L.Level);
  case LimitKind::ReorderBuffer:
    return "the reorder buffer (ROB)";
  case LimitKind::Scheduler:
    return "the reservation station (RS)";
  case LimitKind::LoadBuffer:
    return "the load buffer (LB)";
  case LimitKind::StoreBuffer:
    return "the store buffer (SB)";
  case LimitKind::FillBuffers:
    return "the line fill buffers (LFB)";
  case LimitKind::LoadScheduler:
  case LimitKind::StoreScheduler:
  case LimitKind::Misprediction:
  case LimitKind::DecodeBytes:
  case LimitKind::UopCache:
  case LimitKind::BankConflicts:
  case LimitKind::LineSets:
    return "the " + Name;
  case LimitKind::CodeTranslation:
    return "the instruction TLB (ITLB)";
  case LimitKind::Divider:
    return Name == "divider" ? "the divider" : "the divider (" + Name + ")";
  case LimitKind::Ports:
    if (areNumbered(L.Units, Name))
      return (L.Units.size() > 1 ? "ports " : "port ") + Name;
    return Name;
  default:
    return Name;
  }
}

std::string rafter::describe(ArrayRef<Limit> Limits) {
  std::string Text;
  for (size_t I = 0; I < Limits.size(); ++I) {
    if (I != 0)
      Text += I + 1 == Limits.size() ? " and " : ", ";
    Text += describe(Limits[I]);
  }
  return Text;
}

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

static constexpr StringRef PortsKey = "ports ", DividerKey = "divider ";

std::string rafter::key(const Limit &L) {
  if (!isPorts(L.Kind))
    return name(L);
  StringRef Kind = L.Kind == LimitKind::Ports ? PortsKey : DividerKey;
  return Kind.str() + llvm::join(L.Units, " ");
}

/// All limits but those of ports.
static std::vector<Limit> allKinds() {
  std::vector<Limit> All;
  for (unsigned K = 0; K != unsigned(LimitKind::Bandwidth); ++K)
    All.push_back(static_cast<LimitKind>(K));
  for (unsigned Level = 0; Level != NumMemoryLevels; ++Level) {
    All.push_back(Limit::bandwidth(static_cast<MemoryLevel>(Level)));
    All.push_back(Limit::latency(static_cast<MemoryLevel>(Level)));
  }
  for (unsigned C = 0; C != NumInstructionClasses; ++C)
    All.push_back(Limit::latency(static_cast<InstructionClass>(C)));
  return All;
}

std::optional<Limit> rafter::findLimit(StringRef Key) {
  for (StringRef Kind : {PortsKey, DividerKey})
    if (StringRef Units = Key; Units.consume_front(Kind)) {
      Limit L = Kind == PortsKey ? LimitKind::Ports : LimitKind::Divider;
      for (StringRef Unit : llvm::split(Units, ' '))
        L.Units.push_back(Unit.str());
      return L;
    }
  static const llvm::StringMap<Limit> Known = [] {
    llvm::StringMap<Limit> Map;
    for (Limit &L : allKinds())
      Map[name(L)] = std::move(L);
    return Map;
  }();
  auto Found = Known.find(Key);
  if (Found == Known.end())
    return std::nullopt;
  return Found->second;
}
