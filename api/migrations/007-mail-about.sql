-- Which mail was put on its way for which order, kept when the mail is gone: what it was, never to whom.
create table mail_about (
  mail_id bigint primary key,
  template text not null,
  number text not null
);
create index mail_about_number on mail_about (number);
