import { callTool } from './call-tool.ts'

/** Calls a tool that only reads, and describes the effect of any other tool. */
export const previewTool: typeof callTool = async (ctx, tool, call) => {
  const { preview } = tool
  return callTool(ctx, preview ? { ...tool, run: preview } : tool, call)
}
