//===- HostProcessor.h - Which CPU the host is -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM names the host after the family and model that it reports. Virtual
// machines report models of their own choice; their instruction sets tell more.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_UARCH_HOSTPROCESSOR_H
#define RAFTER_LIB_UARCH_HOSTPROCESSOR_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace rafter {

/// What is known of the host.
struct HostProcessor {
  /// What LLVM calls it.
  std::string Name;
  /// An instruction set of the host that the CPU of that name lacks; empty: the
  /// name is believable.
  std::string Contradiction;
  /// The CPU whose core the instruction sets speak for, and the instruction set
  /// that decided; empty: no guess.
  std::string Likely;
  std::string Evidence;
};

/// Judges LLVM's name for a host (sys::getHostCPUName) by its features
/// (sys::getHostCPUFeatures). Knows the instruction sets of x86-64.
HostProcessor judgeHost(llvm::StringRef Name,
                        const llvm::StringMap<bool> &Features);

} // namespace rafter

#endif // RAFTER_LIB_UARCH_HOSTPROCESSOR_H
