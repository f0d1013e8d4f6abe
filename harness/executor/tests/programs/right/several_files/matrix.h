#ifndef MATRIX_H
#define MATRIX_H

#include <cuda_runtime.h>

#ifdef __CUDACC__
#define HOST_DEVICE __host__ __device__
#else
#define HOST_DEVICE
#endif

struct Matrix {
  int rows, columns;
  float *cells;
  HOST_DEVICE int size() const { return rows * columns; }
  HOST_DEVICE float &operator()(int r, int c) const { return cells[r * columns + c]; }
};

Matrix make_on_device(int rows, int columns);
void release(Matrix &m);
cudaError_t add(const Matrix &a, const Matrix &b, Matrix sum);
cudaError_t scale(Matrix m, float by);

#endif
