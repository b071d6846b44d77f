package dev.tenure.cli.command.plan;

/// How a plan is printed, by the words of `--output`.
enum PlanFormat {
    text,
    wide,
    json,
    yaml,
    markdown,
    html
}
