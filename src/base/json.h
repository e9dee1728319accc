/* The JSON writer of abut/text.h; inside, its names go without the prefix. */
#ifndef ABUT_BASE_JSON_H
#define ABUT_BASE_JSON_H

#include "abut/text.h"

typedef abut_json json;
#define json_start  abut_json_start
#define json_begin  abut_json_begin
#define json_end    abut_json_end
#define json_number abut_json_number
#define json_string abut_json_string
#define json_bool   abut_json_bool
#define json_key    abut_json_key

void json_put_text(FILE *to, const char *text); /* a string with its quotes */

#endif
