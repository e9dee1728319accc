#include "laws.h"

bool for_rollers(const abut_choice *normal) {
    return ((const abut_normal_type *)abut_registry_find(NULL, "normal", normal->type))->line;
}

void lubricate(abut_law_def *law) {
    static const abut_lubricant oil = {.eta0 = 0.05, .alpha = 2e-8, .tau0 = 5e6, .limit_slope = 0.08};
    static const abut_roughness rough = {.sigma = 0.2e-6, .asperity_radius = 10e-6, .density = 5e9};
    if (!((const abut_friction_type *)abut_registry_find(NULL, "friction", law->friction.type))->needs_film) return;
    law->film = (abut_choice){"nvm", {{.name = "carries", .value = 0}}};
    law->lubricant = &oil;
    law->roughness = &rough;
}
