/* What Wine 8 lacks and every Windows 10 has; see conftest.py. */
#ifdef RANDOM
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) {
    return SystemFunction036(bytes, (ULONG)count);
}
#else
/* Complex functions with Microsoft's calling convention: a complex number is a struct. */
#include <complex.h>
typedef struct { float re, im; } F; typedef struct { double re, im; } D;
#define TO(z) ((z).re + (z).im * _Complex_I)
#define REAL(n) __declspec(dllexport) float ms_##n##f(F z) { return n##f(TO(z)); } \
  __declspec(dllexport) double ms_##n(D z) { return n(TO(z)); } __declspec(dllexport) double ms_##n##l(D z) { return n(TO(z)); }
#define COMPLEX(n) __declspec(dllexport) F ms_##n##f(F z) { float _Complex w = n##f(TO(z)); return (F){crealf(w), cimagf(w)}; } \
  __declspec(dllexport) D ms_##n(D z) { double _Complex w = n(TO(z)); return (D){creal(w), cimag(w)}; } \
  __declspec(dllexport) D ms_##n##l(D z) { return ms_##n(z); }
REAL(cabs) REAL(carg) REAL(creal) REAL(cimag)
COMPLEX(ccos) COMPLEX(ccosh) COMPLEX(cexp) COMPLEX(csin) COMPLEX(csinh) COMPLEX(ctan) COMPLEX(ctanh)
__declspec(dllexport) F ms_cpowf(F a, F b) { float _Complex w = cpowf(TO(a), TO(b)); return (F){crealf(w), cimagf(w)}; }
__declspec(dllexport) D ms_cpow(D a, D b) { double _Complex w = cpow(TO(a), TO(b)); return (D){creal(w), cimag(w)}; }
__declspec(dllexport) D ms_cpowl(D a, D b) { return ms_cpow(a, b); }
#endif
