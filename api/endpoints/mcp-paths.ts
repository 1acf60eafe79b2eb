export const MCP_PATH = '/mcp'
/** Where clients that follow RFC 9728 §3.1 find the issuer of tokens. */
export const MCP_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`
/** The action's name in the audit trail. */
export const MCP_ACTION = 'mcp'
