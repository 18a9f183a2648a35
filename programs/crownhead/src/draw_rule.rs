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

fn rules() -> impl TypedValueParser<Value = QuietTurnRule> {
    PossibleValuesParser::new(QuietTurnRule::ALL.map(QuietTurnRule::word)).map(|word| {
        let named = QuietTurnRule::ALL.into_iter().find(|rule| rule.word() == word);
        named.unwrap_or_default()
    })
}
