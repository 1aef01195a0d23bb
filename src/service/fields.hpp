#pragma once

// The fields of a request's JSON object, each with a sentence for who wrote it wrong. Those of a
// question are read by answer/codec.hpp; here are the ones that only routes have.

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>

#include "ask/question.hpp"
#include "service/request.hpp"

namespace inarow::service {

// An object that has no other fields than these.
Result<nlohmann::json> read_object(const std::string& body,
                                   std::initializer_list<const char*> fields);
// Empty if it is missing.
Result<std::string> text_of(const nlohmann::json& json, const char* name, const char* example);
// False if it is missing.
Result<bool> flag_of(const nlohmann::json& json, const char* name);
Result<double> seconds_of(const nlohmann::json& json, const RequestLimits& limits);
// Of the fields `game` and `moves`.
Result<Game> position_of(const nlohmann::json& json);

}  // namespace inarow::service
