//===- FrameTable.h - Where functions begin, without symbols ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_EXECUTABLE_FRAMETABLE_H
#define RAFTER_LIB_EXECUTABLE_FRAMETABLE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace rafter {

/// Beginnings of the functions that the unwinder knows, in ascending order: of
/// the table in .eh_frame_hdr, which lies at Address. Empty if it is damaged or
/// not of the kind that linkers make.
std::vector<uint64_t> readFrameTable(llvm::StringRef Contents, uint64_t Address,
                                     bool IsLittleEndian);

} // namespace rafter

#endif // RAFTER_LIB_EXECUTABLE_FRAMETABLE_H
