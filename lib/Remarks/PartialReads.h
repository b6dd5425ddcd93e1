//===- PartialReads.h - Loads that read parts of stores ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REMARKS_PARTIALREADS_H
#define RAFTER_LIB_REMARKS_PARTIALREADS_H

namespace rafter {

struct MachineLoop;

/// Whether a load of L may read bytes that a store of L wrote, and others: then
/// the store cannot be forwarded. By the addresses of their patterns alone.
bool mayReadPartsOfStores(const MachineLoop &L);

} // namespace rafter

#endif // RAFTER_LIB_REMARKS_PARTIALREADS_H
