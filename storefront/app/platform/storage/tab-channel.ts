/** A channel between tabs. Without BroadcastChannel each tab is isolated until it is reloaded. */
export interface TabChannel<Message> {
  publish(message: Message): void;
  subscribe(listener: (message: Message) => void): void;
}

export function tabChannel<Message>(name: string): TabChannel<Message> {
  if (typeof BroadcastChannel === 'undefined') return { publish: () => {}, subscribe: () => {} };
  const channel = new BroadcastChannel(name);
  return {
    publish: (message) => channel.postMessage(message),
    subscribe: (listener) => {
      channel.onmessage = ({ data }: MessageEvent<Message>) => listener(data);
    },
  };
}
