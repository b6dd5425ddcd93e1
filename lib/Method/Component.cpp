//===- Component.cpp - What methods say costs time ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Method/Component.h"
#include "rafter/Stream/Instruction.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;

const char *rafter::name(Component C) {
  static constexpr const char *Names[] = {"front end",
                                          "width",
                                          "ports",
                                          "latency of operations",
                                          "latency of memory",
                                          "memory bandwidth",
                                          "buffers",
                                          "branches",
                                          "store forwarding"};
  static_assert(std::size(Names) == NumComponents);
  return Names[static_cast<unsigned>(C)];
}

Component rafter::componentOf(const Limit &L) {
  switch (L.Kind) {
  case LimitKind::Rename:
  case LimitKind::Retire:
    return Component::Width;
  case LimitKind::Decode:
  case LimitKind::DecodeBytes:
  case LimitKind::InstructionFetch:
  case LimitKind::CodeTranslation:
  case LimitKind::UopCache:
  case LimitKind::TakenBranches:
    return Component::FrontEnd;
  case LimitKind::Misprediction:
    return Component::Branches;
  case LimitKind::ReorderBuffer:
  case LimitKind::Scheduler:
  case LimitKind::LoadScheduler:
  case LimitKind::StoreScheduler:
  case LimitKind::LoadBuffer:
  case LimitKind::StoreBuffer:
  case LimitKind::FillBuffers:
  case LimitKind::IntegerRegisters:
  case LimitKind::VectorRegisters:
    return Component::Buffer;
  case LimitKind::StoreForwarding:
  case LimitKind::FailedForwarding:
  case LimitKind::Aliasing:
    return Component::StoreForwarding;
  case LimitKind::BankConflicts:
  case LimitKind::LineSets:
  case LimitKind::StoreCommit:
  case LimitKind::LineCrossing:
  case LimitKind::Bandwidth:
    return Component::MemoryBandwidth;
  case LimitKind::Translation:
  case LimitKind::MemoryLatency:
    return Component::MemoryLatency;
  case LimitKind::Latency:
    return L.Class == InstructionClass::Load ? Component::MemoryLatency
                                             : Component::OperationLatency;
  case LimitKind::Ports:
  case LimitKind::Divider:
    return Component::Ports;
  }
  return Component::Ports;
}

ComponentCost rafter::costOf(const Limit &L, double Share) {
  std::string Of;
  switch (L.Kind) {
  case LimitKind::Bandwidth:
  case LimitKind::MemoryLatency:
    Of = name(L.Level);
    break;
  case LimitKind::Latency:
    Of = name(L.Class);
    break;
  case LimitKind::StoreForwarding:
  case LimitKind::Misprediction:
    break;
  default:
    Of = name(L);
  }
  return {componentOf(L), Of, Share};
}

void rafter::addCost(std::vector<ComponentCost> &All, ComponentCost Cost,
                     bool Exclusive) {
  auto Known = llvm::find_if(
      All, [&](const ComponentCost &C) { return C.What == Cost.What; });
  if (Known == All.end()) {
    All.push_back(std::move(Cost));
    return;
  }
  Known->Share = Exclusive ? Known->Share + Cost.Share
                           : std::max(Known->Share, Cost.Share);
}
