/** What one tab says to the others; without channels each tab is alone until it is loaded again. */
export interface TabNews<News> {
  tell(news: News): void;
  hear(listener: (news: News) => void): void;
}

export function tabNews<News>(name: string): TabNews<News> {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => {}, hear: () => {} };
  const channel = new BroadcastChannel(name);
  return {
    tell: (news) => channel.postMessage(news),
    hear: (listener) => {
      channel.onmessage = ({ data }: MessageEvent<News>) => listener(data);
    },
  };
}
