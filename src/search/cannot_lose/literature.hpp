#pragma once

// The first player's strategies of Yamaguchi and Neller (2015) for the cylinders of width 2 and 6.

#include "search/cannot_lose/prescription.hpp"

namespace inarow::cannot_lose {

// The replies of section 4, "B0W1B2", "B0W{2 or 3}B0", ...: the whole case analysis.
Prescription yamaguchi_neller_width_6();

// Section 3: against moves that never follow up, Black alternates between following up and not
// (Fig. 4), and he follows up when White does.
Prescription yamaguchi_neller_width_2();

}  // namespace inarow::cannot_lose
