# For cmake -DCMAKE_TOOLCHAIN_FILE: a clang++ for wasm32-wasip1, with the C++ library of the npm package
# @yowasp/clang, which also contains the page's compiler. LADDER_WASM_SYSROOT: the folder into which the
# package's llvm-resources.tar was unpacked.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES LADDER_WASM_SYSROOT LADDER_WASM_LIBRARIES)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
find_program(CMAKE_CXX_COMPILER NAMES clang++-22 clang++-21 clang++-20 clang++-19 REQUIRED)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasip1)
set(CMAKE_CXX_FLAGS_INIT "-nostdlibinc -isystem ${LADDER_WASM_SYSROOT}/include/wasm32-wasip1/c++/v1 \
-isystem ${LADDER_WASM_SYSROOT}/include/c++/v1 -isystem ${LADDER_WASM_SYSROOT}/include/wasm32-wasip1")
