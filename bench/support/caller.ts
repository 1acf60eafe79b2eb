/** Calls an API: GET, or POST where there is a body. Any refusal ends the bench. */
export const createCaller =
  (url: string, authorization: string) =>
  async <Body>(path: string, body?: object): Promise<Body> => {
    const response = await fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Body
  }
