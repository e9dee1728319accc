# Functions of more than 60 lines and files of more than 500, in sources as clang-format leaves them: awk -f lengths.awk FILE...
function said(text) {
    print text
    bad = 1
}
FNR == 1 {
    if (NR > 1 && last > 500) said(file ": " last " lines")
    inside = 0
    head = 1
}
{
    file = FILENAME
    last = FNR
}
/^[A-Za-z].*\(/ && !/;$/ && !inside { head = FNR }
/^[^ \t#}].*\) \{$|^ .*\) \{$/ && !inside && FNR - head < 6 && ($0 ~ /^[A-Za-z]/ || head < FNR) {
    inside = head
}
/^}/ {
    if (inside && FNR - inside + 1 > 60) said(FILENAME ":" inside ": a function of " FNR - inside + 1 " lines")
    inside = 0
}
END {
    if (last > 500) said(file ": " last " lines")
    exit bad
}
