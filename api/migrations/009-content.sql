-- What the shop itself writes (CMS-1): pages, blocks that stand on pages, and menus. It is loaded by the import.

create table content_item (
  id integer primary key generated always as identity,
  kind text not null check (kind in ('page', 'block')),
  identifier text not null,
  layout text not null default 'default' check (layout in ('default', 'minimal', 'empty')),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  unique (kind, identifier)
);

-- Its texts, one a language; the English one is there always, and hides the others when it is not active.
create table content_text (
  item_id integer not null references content_item on delete cascade,
  language text not null,
  title text not null,
  content_heading text not null default '',
  meta_title text not null default '',
  meta_description text not null default '',
  meta_keywords text not null default '',
  -- What was written, to be given back, and the sanitised HTML that was made of it.
  format text not null check (format in ('md', 'html')),
  source text not null,
  html text not null,
  is_active boolean not null default true,
  updated_on date,
  written_at timestamptz not null default now(),
  primary key (item_id, language)
);

-- The nodes of menus; `tree` is the one at the top.
create table content_node (
  id integer primary key generated always as identity,
  identifier text not null unique,
  tree text not null,
  parent text,
  -- The identifier of a page, a path of the shop with its slash, or nothing.
  page text not null default '',
  -- By language; what is missing is the page's own.
  titles jsonb not null default '{}',
  position integer not null default 0
);
create index content_node_tree on content_node (tree);
