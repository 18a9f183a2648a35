//! The option `--draw-rule` of the commands that explain people's games.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use games::checkers::rules::QuietTurnRule;

#[derive(Clone, Copy, Debug, Default, Args)]
pub struct DrawRuleArgs {
    /// Whether quiet turns draw a game of checkers: 50-quiet-turns is the rule of the assignment;
    /// games of the referee keep theirs
    #[arg(long, value_name = "RULE", default_value = "none", value_parser = rules())]
    pub draw_rule: QuietTurnRule,
}

/// The names of the rules, with hyphens.
const RULES: [(&str, QuietTurnRule); 2] =
    [("none", QuietTurnRule::None), ("50-quiet-turns", QuietTurnRule::FiftyQuietTurns)];

fn rules() -> impl TypedValueParser<Value = QuietTurnRule> {
    PossibleValuesParser::new(RULES.map(|(name, _)| name)).map(|word| {
        let named = RULES.into_iter().find(|(name, _)| *name == word);
        named.map(|(_, rule)| rule).unwrap_or_default()
    })
}
