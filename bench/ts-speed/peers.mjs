export const installPeers = async () => [];
