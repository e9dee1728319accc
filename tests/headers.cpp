// The public headers compile as C++ without a warning, and their names have C linkage.
#include "abut/abut.h"
#include "abut/extend.h"
#include "abut/lubrication.h"

#include <cstring>

int main() {
    abut_element_def def = {};
    const abut_surface_type surface = {};
    def.a.material = ABUT_STEEL;
    return std::strcmp(abut_version(), ABUT_VERSION) != 0 || def.a.material.rigid || surface.size != 0;
}
