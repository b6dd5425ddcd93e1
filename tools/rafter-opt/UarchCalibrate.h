//===- UarchCalibrate.h - rafter-opt uarch calibrate ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_UARCHCALIBRATE_H
#define RAFTER_TOOLS_RAFTEROPT_UARCHCALIBRATE_H

#include "rafter/Calibrate/Calibrate.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

enum class CalibrateFormat { Text, JSON, YAML };

/// Prints what was measured beside what File says (null: no file): as a table,
/// as JSON, or as parameters to paste into a CPU file.
void printMeasurements(llvm::ArrayRef<Measurement> Measured,
                       const ProcessorFile *File, CalibrateFormat Format,
                       llvm::raw_ostream &Out);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_UARCHCALIBRATE_H
