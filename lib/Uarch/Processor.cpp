//===- Processor.cpp - Names of levels, kinds and buffers -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names that reports, JSON and keys share (indices of the paper's Fig. 4).
//
//===----------------------------------------------------------------------===//

#include "rafter/Uarch/Processor.h"

const char *rafter::name(MemoryLevel L) {
  switch (L) {
  case MemoryLevel::L1:
    return "L1";
  case MemoryLevel::L2:
    return "L2";
  case MemoryLevel::L3:
    return "L3";
  case MemoryLevel::Memory:
    return "mem";
  }
  return "";
}

const char *rafter::name(ComputeKind K) {
  switch (K) {
  case ComputeKind::Add:
    return "add";
  case ComputeKind::Multiply:
    return "mul";
  case ComputeKind::FusedMultiplyAdd:
    return "fma";
  case ComputeKind::Divide:
    return "div";
  case ComputeKind::SquareRoot:
    return "sqrt";
  }
  return "";
}

const char *rafter::name(BufferKind B) {
  switch (B) {
  case BufferKind::ReorderBuffer:
    return "ROB";
  case BufferKind::ReservationStation:
    return "RS";
  case BufferKind::LoadBuffer:
    return "LB";
  case BufferKind::StoreBuffer:
    return "SB";
  case BufferKind::LineFillBuffer:
    return "LFB";
  }
  return "";
}
