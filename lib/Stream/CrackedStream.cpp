//===- CrackedStream.cpp - Whatever plays cracked instructions ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/CrackedStream.h"

using namespace rafter;

CrackedStream::~CrackedStream() = default;
