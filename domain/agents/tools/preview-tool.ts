import { callTool } from './call-tool.ts'

/** Calls a reading tool; describes the effect of any other. */
export const previewTool: typeof callTool = async (ctx, tool, call) => {
  const { preview } = tool
  return callTool(ctx, preview ? { ...tool, run: preview } : tool, call)
}
