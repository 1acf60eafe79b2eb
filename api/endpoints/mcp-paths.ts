export const MCP_PATH = '/mcp'
/** Where RFC 9728 §3.1 clients find the token issuer. */
export const MCP_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`
/** Its name in the audit trail. */
export const MCP_ACTION = 'mcp'
