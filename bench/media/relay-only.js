/**
 * Runs in a page before its own code: while `onlyByRelay` is set, its connections take no way but the relay, by UDP, as behind a
 * firewall.
 */
window.onlyByRelay = false;

window.RTCPeerConnection = class extends RTCPeerConnection {
  constructor(configuration = {}) {
    super(window.onlyByRelay ? { ...configuration, iceTransportPolicy: 'relay' } : configuration);
  }
};
