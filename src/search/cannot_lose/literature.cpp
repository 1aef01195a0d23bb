#include "search/cannot_lose/literature.hpp"

#include <string_view>

namespace inarow::cannot_lose {
namespace {

// Black's and White's columns in turn, as in the paper without the letters B and W.
Prescription of_ways(int width, std::initializer_list<std::string_view> ways) {
  Prescription prescription;
  for (const std::string_view way : ways) {
    std::vector<int> columns;
    for (const char digit : way) columns.push_back(digit - '0');
    prescription.add_way(Ground{width, true, 0}, Player::first, columns);
  }
  return prescription;
}

}  // namespace

Prescription yamaguchi_neller_width_6() {
  return of_ways(6, {
                        "012",                                    // Fig. 9
                        "020",         "030",                     // Fig. 10
                        "00210",                                  // Fig. 9
                        "0023310",                                // Fig. 9
                        "0023323",     "0023343",   "0023353",    // Fig. 11
                        "0023302",                                // Figs. 13, 14
                        "002333203",   "002333213", "002333223",  // Figs. 13, 14
                        "00233323222",                            // Figs. 15, 16
                        "0025510",                                // Fig. 9
                        "0025525",     "0025535",   "0025545",    // Fig. 12
                        "0025502",                                // Figs. 17, 18
                        "002555205",   "002555215", "002555225",  // Figs. 17, 18
                        "002555250",                              // Figs. 19, 20
                    });
}

Prescription yamaguchi_neller_width_2() {
  // Twice around the cycle of Fig. 4, then White's first follow-ups (Figs. 5 and 6).
  return of_ways(2, {"01101001011010010", "000", "01111"});
}

}  // namespace inarow::cannot_lose
