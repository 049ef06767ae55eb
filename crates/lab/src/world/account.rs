//! Who is signed in: a subscription of Claude Code, or a ChatGPT plan of Codex. All of it is made up and signed by no
//! one; the scripted model takes any.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::error::{Context, Result};
use crate::model::moment;
use crate::provider::{PORT, Provider};
use crate::scenario::Setup;

/// Which kind of account it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AccountKind {
    /// Claude Code: an OAuth token in the environment; the CLI knows no plan of it.
    Token,
    /// Claude Code: credentials of a subscription, with its plan.
    Subscription,
    /// Codex: tokens of a ChatGPT account, with its plan.
    Chatgpt,
}

/// An account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Account {
    /// Its kind.
    pub kind: AccountKind,
    /// The plan, in the provider's own word.
    #[serde(default = "usual_plan")]
    pub plan: String,
    /// When its token ends, as a moment.
    #[serde(default = "far")]
    pub expires: String,
}

fn usual_plan() -> String {
    "pro".to_owned()
}

fn far() -> String {
    "@+300d".to_owned()
}

/// A token of no one.
const TOKEN: &str = "sk-ant-oat01-lab-000000000000000000000000000000";

impl Account {
    /// Signs the account in.
    pub fn dress(&self, setup: &mut Setup) -> Result<()> {
        match self.kind {
            AccountKind::Token => {
                without_key(setup);
                let name = "CLAUDE_CODE_OAUTH_TOKEN".to_owned();
                setup.env.insert(name, TOKEN.to_owned());
            }
            AccountKind::Subscription => {
                without_key(setup);
                let file = ".claude/.credentials.json".to_owned();
                setup.files.insert(file, self.credentials().to_string());
                let config = json!({ "oauthAccount": {
                    "accountUuid": "00000000-0000-4000-8000-000000000001",
                    "emailAddress": "user@example.com",
                    "organizationUuid": "00000000-0000-4000-8000-000000000002",
                    "organizationRole": "admin",
                    "organizationName": "Example",
                    "hasExtraUsageEnabled": false,
                }});
                setup.lay_config(&config)?;
            }
            AccountKind::Chatgpt => {
                setup.without.push("provider".to_owned());
                let file = ".codex/auth.json".to_owned();
                setup.files.insert(file, self.tokens().to_string());
                let base = format!("http://127.0.0.1:{PORT}");
                setup.lay_config(&json!({
                    "chatgpt_base_url": format!("{base}/backend-api/"),
                    "openai_base_url": format!("{base}/v1"),
                    "features": {
                        "responses_websockets": false,
                        "apps": false,
                        "enable_request_compression": false,
                    },
                }))?;
            }
        }
        Ok(())
    }

    /// The provider that has such accounts.
    pub fn provider(&self) -> Provider {
        match self.kind {
            AccountKind::Token | AccountKind::Subscription => Provider::Claude,
            AccountKind::Chatgpt => Provider::Codex,
        }
    }

    fn credentials(&self) -> Value {
        json!({ "claudeAiOauth": {
            "accessToken": TOKEN,
            "refreshToken": TOKEN.replace("oat01", "ort01"),
            "expiresAt": self.end().saturating_mul(1000),
            "scopes": ["user:inference", "user:profile", "user:sessions:claude_code"],
            "subscriptionType": self.plan,
            "rateLimitTier": format!("default_claude_{}", self.plan),
        }})
    }

    fn tokens(&self) -> Value {
        let claims = json!({
            "email": "user@example.com",
            "exp": self.end(),
            "https://api.openai.com/auth": {
                "chatgpt_plan_type": self.plan,
                "chatgpt_account_id": "account-1",
                "chatgpt_user_id": "user-1",
                "user_id": "user-1",
            },
        });
        json!({
            "auth_mode": "chatgpt",
            "OPENAI_API_KEY": null,
            "tokens": {
                "id_token": unsigned(&claims),
                "access_token": unsigned(&claims),
                "refresh_token": "refresh-lab",
                "account_id": "account-1",
            },
            "last_refresh": format!("{}T00:00:00Z", crate::today()),
        })
    }

    fn end(&self) -> i64 {
        moment::epoch(&self.expires).unwrap_or_default()
    }

    /// Refuses an end that is no moment.
    pub fn check(&self) -> Result<()> {
        let end = moment::epoch(&self.expires).map(drop);
        end.ok_or("write it as @+2h").context("expires")
    }
}

fn without_key(setup: &mut Setup) {
    let parts = ["api_key", "api_key_env"].map(str::to_owned);
    setup.without.extend(parts);
}

/// A JSON web token that nobody signed.
fn unsigned(claims: &Value) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let head = part(&json!({"alg": "none", "typ": "JWT"}));
    format!("{head}.{}.{}", part(claims), URL_SAFE_NO_PAD.encode("lab"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_names_the_plan() {
        let account: Account = toml::from_str("kind = 'chatgpt'\nplan = 'plus'").unwrap();
        account.check().unwrap();
        let mut setup = Setup::default();
        account.dress(&mut setup).unwrap();
        let auth: Value = serde_json::from_str(&setup.files[".codex/auth.json"]).unwrap();
        let token = auth["tokens"]["id_token"].as_str().unwrap();
        let claims = token.split('.').nth(1).unwrap();
        let claims = String::from_utf8(URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap();
        assert!(claims.contains(r#""chatgpt_plan_type":"plus""#), "{claims}");
        assert!(setup.lacks("provider"));
    }

    #[test]
    fn an_end_that_is_no_moment_is_refused() {
        let account: Account = toml::from_str("kind = 'token'\nexpires = 'soon'").unwrap();
        assert!(account.check().is_err());
    }
}
