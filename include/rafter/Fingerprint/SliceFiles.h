//===- SliceFiles.h - Files of labelled slices ------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_FINGERPRINT_SLICEFILES_H
#define RAFTER_FINGERPRINT_SLICEFILES_H

#include "rafter/Fingerprint/LabelledSlices.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// Adds the slices of a file in the attribute-relation file format of Weka:
/// numeric, real, integer and nominal attributes, quoted names, comments, and ?
/// for a missing value. The attribute ClassName, or the last one if that is
/// empty, is the class. Errors name the file and the line; attributes of text
/// or dates, sparse instances and instances with weights are errors.
llvm::Error readARFF(llvm::MemoryBufferRef Buffer, llvm::StringRef ClassName,
                     LabelledSlices &Slices);

/// Adds the slices of a CSV file whose heading is
/// "class,run,size,start,NAME...": the class (? if it is not known), the run
/// and the size of the working set (both may be empty), seconds, and a value
/// for each attribute (? or nothing if it is missing). An attribute whose first
/// known value is no number is nominal. Errors name the file and the line.
llvm::Error readSliceTable(llvm::MemoryBufferRef Buffer,
                           LabelledSlices &Slices);

/// Whether a file is such a CSV file, or ARFF, by how it begins.
bool isSliceTable(llvm::StringRef Text);
bool isARFF(llvm::StringRef Text);

/// Writes the CSV form.
void writeSliceTable(const LabelledSlices &Slices, llvm::raw_ostream &OS);

} // namespace rafter

#endif // RAFTER_FINGERPRINT_SLICEFILES_H
