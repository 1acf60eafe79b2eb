import { callTool } from './call-tool.ts'

/** Calls a tool that reads; of any other, says what it would do. */
export const previewTool: typeof callTool = async (ctx, tool, call) => {
  const { preview } = tool
  return callTool(ctx, preview ? { ...tool, run: preview } : tool, call)
}
