// Four kinds of pages: the hall, a table, a game's guide, the preferences. The hall's server knows them too (app.py).

class Router {
  path = $state(location.pathname);
  hash = $state(location.hash);

  constructor() {
    addEventListener('popstate', () => this.read());
    addEventListener('hashchange', () => this.read());
  }

  get table(): string {
    return /^\/t\/([\w-]+)$/.exec(this.path)?.[1] ?? '';
  }

  get guide(): string {
    return /^\/guide\/([\w-]+)$/.exec(this.path)?.[1] ?? '';
  }

  get isPage(): boolean {
    return this.table !== '' || this.guide !== '' || /^\/(preferences)?$/.test(this.path);
  }

  go(to: string): void {
    history.pushState(null, '', to);
    this.read();
    document.querySelector<HTMLElement>('main')?.focus();
  }

  /** Another hash for the same page, not kept in the history. */
  mark(hash: string): void {
    history.replaceState(null, '', location.pathname + (hash ? '#' + hash : ''));
    this.hash = location.hash;
  }

  /** What stands behind the #, e.g. moment=17 or seat=1&key=…, which no browser sends to a server. */
  get marks(): URLSearchParams {
    return new URLSearchParams(this.hash.slice(1));
  }

  private read(): void {
    this.path = location.pathname;
    this.hash = location.hash;
  }
}

export const router = new Router();

/** For links: goes there without loading the page again, unless a new tab is asked for. */
export function follow(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  router.go((event.currentTarget as HTMLAnchorElement).getAttribute('href')!);
}
