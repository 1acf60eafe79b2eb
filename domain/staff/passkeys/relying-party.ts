/** What the platform is to authenticators: passkeys are for its public address, and for no other. */
export const relyingParty = (publicUrl: string) => {
  const { hostname: id, origin } = new URL(publicUrl)
  return { id, origin }
}
