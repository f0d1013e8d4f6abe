// Device variables at file scope, and all the ways to access them from the host.
#include <cstdio>

__device__ int counter;
__device__ float table[4] = {1.5f, 2.5f, 3.5f, 4.5f};
__constant__ int offsets[3];
struct Settings { int rounds; float gain; };
__constant__ Settings settings;
__managed__ int shared_with_host = 5;

__device__ void bump(int by) { atomicAdd(&counter, by); }

__global__ void use_them(float *out)
{
    bump(offsets[threadIdx.x % 3]);
    if (threadIdx.x < 4) out[threadIdx.x] = table[threadIdx.x] * settings.gain + settings.rounds;
    if (threadIdx.x == 0) shared_with_host += 1;
}

__global__ void add_to(int *a, float *b) { *a += 1; *b += 1; }
__global__ void tell_address(float **where) { *where = &table[1]; }

int main()
{
    int zero = 0, count = -1;
    const int host_offsets[3] = {1, 10, 100};
    const Settings host_settings = {7, 2.0f};
    float first = 10.0f, out[4];

    cudaMemcpyToSymbol(counter, &zero, sizeof(int));
    cudaMemcpyToSymbol(offsets, host_offsets, sizeof(host_offsets));
    cudaMemcpyToSymbol(settings, &host_settings, sizeof(Settings));
    cudaMemcpyToSymbol(table, &first, sizeof(float), 2 * sizeof(float));   // the third element

    float *d_out;
    cudaMalloc(&d_out, sizeof(out));
    use_them<<<1, 30>>>(d_out);
    cudaDeviceSynchronize();
    cudaMemcpyFromSymbol(&count, counter, sizeof(int));
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    cudaFree(d_out);

    void *address = nullptr;
    size_t size = 0;
    cudaGetSymbolAddress(&address, table);
    cudaGetSymbolSize(&size, table);
    float last = 0;
    cudaMemcpy(&last, (float *)address + 3, sizeof(float), cudaMemcpyDeviceToHost);

    // A managed variable has one address on both sides; the kernel needs cudaGetSymbolAddress() for the others.
    add_to<<<1, 1>>>(&shared_with_host, (float *)address + 3);
    cudaDeviceSynchronize();
    // The address may also have been stored by a kernel.
    float **d_where, *where;
    cudaMalloc(&d_where, sizeof(float *));
    tell_address<<<1, 1>>>(d_where);
    cudaMemcpy(&where, d_where, sizeof(float *), cudaMemcpyDeviceToHost);
    cudaFree(d_where);
    add_to<<<1, 1>>>(&shared_with_host, where + 1);
    cudaDeviceSynchronize();
    cudaMemcpyFromSymbol(&last, table, sizeof(float), 2 * sizeof(float));
    cudaMemcpyFromSymbol(&first, table, sizeof(float), 3 * sizeof(float));

    bool right = first == 5.5f && last == 11.0f && count == 1110 && size == 4 * sizeof(float) && shared_with_host == 8 &&
                 out[0] == 10 && out[1] == 12 && out[2] == 27 && out[3] == 16;
    printf("device_globals: counter %d, %s\n", count, right ? "right" : "wrong");
    return right ? 0 : 1;
}
