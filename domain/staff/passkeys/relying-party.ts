/** The platform as a relying party: passkeys are bound to its public address. */
export const relyingParty = (publicUrl: string) => {
  const { hostname: id, origin } = new URL(publicUrl)
  return { id, origin }
}
