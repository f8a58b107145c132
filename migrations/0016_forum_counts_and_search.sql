-- drizzle-kit knows neither triggers nor virtual tables; this migration is written by hand.
-- The forum's totals: threads and comments that are not deleted, threads of both kinds, net votes of threads; what the
-- automation noted; and bans.
INSERT INTO counters (key, value) VALUES
  ('forum:threads', 0), ('forum:threads:all', 0), ('forum:comments', 0), ('forum:net', 0), ('automation:activity', 0),
  ('bans', (SELECT count(*) FROM bans)), ('bans:active', (SELECT count(*) FROM bans WHERE is_active = 1));
--> statement-breakpoint
CREATE TRIGGER forum_threads_count_insert AFTER INSERT ON forum_threads BEGIN
  UPDATE counters SET value = value + 1 WHERE key = 'forum:threads:all';
  UPDATE counters SET value = value + 1 WHERE key = 'forum:threads' AND NEW.is_deleted = 0;
END;
--> statement-breakpoint
CREATE TRIGGER forum_threads_count_update AFTER UPDATE OF is_deleted ON forum_threads
WHEN OLD.is_deleted <> NEW.is_deleted BEGIN
  UPDATE counters SET value = value + OLD.is_deleted - NEW.is_deleted WHERE key = 'forum:threads';
END;
--> statement-breakpoint
CREATE TRIGGER forum_comments_count_insert AFTER INSERT ON forum_comments WHEN NEW.is_deleted = 0 BEGIN
  UPDATE forum_threads SET comment_count = comment_count + 1 WHERE id = NEW.thread_id;
  UPDATE counters SET value = value + 1 WHERE key = 'forum:comments';
END;
--> statement-breakpoint
CREATE TRIGGER forum_comments_count_update AFTER UPDATE OF is_deleted ON forum_comments
WHEN OLD.is_deleted <> NEW.is_deleted BEGIN
  UPDATE forum_threads SET comment_count = comment_count + OLD.is_deleted - NEW.is_deleted WHERE id = NEW.thread_id;
  UPDATE counters SET value = value + OLD.is_deleted - NEW.is_deleted WHERE key = 'forum:comments';
END;
--> statement-breakpoint
CREATE TRIGGER automation_activity_count_insert AFTER INSERT ON automation_activity BEGIN
  UPDATE counters SET value = value + 1 WHERE key = 'automation:activity';
END;
--> statement-breakpoint
CREATE TRIGGER automation_activity_count_delete AFTER DELETE ON automation_activity BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'automation:activity';
END;
--> statement-breakpoint
-- Whoever wrote or voted keeps their name; identities that did neither are forgotten after a while.
CREATE TRIGGER forum_threads_author AFTER INSERT ON forum_threads BEGIN
  UPDATE forum_users SET has_acted = 1 WHERE id = NEW.author_id AND has_acted = 0;
END;
--> statement-breakpoint
CREATE TRIGGER forum_comments_author AFTER INSERT ON forum_comments BEGIN
  UPDATE forum_users SET has_acted = 1 WHERE id = NEW.author_id AND has_acted = 0;
END;
--> statement-breakpoint
CREATE TRIGGER forum_votes_voter AFTER INSERT ON forum_votes BEGIN
  UPDATE forum_users SET has_acted = 1 WHERE id = NEW.user_id AND has_acted = 0;
END;
--> statement-breakpoint
-- A vote is a row; the posts' counts follow from the rows, whatever happens at the same time.
CREATE TRIGGER forum_votes_insert AFTER INSERT ON forum_votes BEGIN
  UPDATE forum_threads SET upvotes = upvotes + (NEW.value = 1), downvotes = downvotes + (NEW.value = -1)
  WHERE id = NEW.target_id AND NEW.target_type = 'thread';
  UPDATE forum_comments SET upvotes = upvotes + (NEW.value = 1), downvotes = downvotes + (NEW.value = -1)
  WHERE id = NEW.target_id AND NEW.target_type = 'comment';
  UPDATE counters SET value = value + NEW.value WHERE key = 'forum:net' AND NEW.target_type = 'thread';
END;
--> statement-breakpoint
CREATE TRIGGER forum_votes_update AFTER UPDATE OF value ON forum_votes WHEN OLD.value <> NEW.value BEGIN
  UPDATE forum_threads SET upvotes = upvotes + (NEW.value = 1) - (OLD.value = 1),
    downvotes = downvotes + (NEW.value = -1) - (OLD.value = -1)
  WHERE id = NEW.target_id AND NEW.target_type = 'thread';
  UPDATE forum_comments SET upvotes = upvotes + (NEW.value = 1) - (OLD.value = 1),
    downvotes = downvotes + (NEW.value = -1) - (OLD.value = -1)
  WHERE id = NEW.target_id AND NEW.target_type = 'comment';
  UPDATE counters SET value = value + NEW.value - OLD.value WHERE key = 'forum:net' AND NEW.target_type = 'thread';
END;
--> statement-breakpoint
CREATE TRIGGER forum_votes_delete AFTER DELETE ON forum_votes BEGIN
  UPDATE forum_threads SET upvotes = upvotes - (OLD.value = 1), downvotes = downvotes - (OLD.value = -1)
  WHERE id = OLD.target_id AND OLD.target_type = 'thread';
  UPDATE forum_comments SET upvotes = upvotes - (OLD.value = 1), downvotes = downvotes - (OLD.value = -1)
  WHERE id = OLD.target_id AND OLD.target_type = 'comment';
  UPDATE counters SET value = value - OLD.value WHERE key = 'forum:net' AND OLD.target_type = 'thread';
END;
--> statement-breakpoint
CREATE TRIGGER bans_count_insert AFTER INSERT ON bans BEGIN
  UPDATE counters SET value = value + 1 WHERE key = 'bans';
  UPDATE counters SET value = value + 1 WHERE key = 'bans:active' AND NEW.is_active = 1;
END;
--> statement-breakpoint
CREATE TRIGGER bans_count_update AFTER UPDATE OF is_active ON bans WHEN OLD.is_active <> NEW.is_active BEGIN
  UPDATE counters SET value = value + NEW.is_active - OLD.is_active WHERE key = 'bans:active';
END;
--> statement-breakpoint
CREATE TRIGGER bans_count_delete AFTER DELETE ON bans BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'bans';
  UPDATE counters SET value = value - 1 WHERE key = 'bans:active' AND OLD.is_active = 1;
END;
--> statement-breakpoint
-- What readers search: words of threads and comments that are not deleted, without accents. Stems are left to the asker:
-- a half-typed word is no beginning of a stem ("apartme" is none of "apart"). Beginnings of two and three letters have
-- an index of their own, as every other word has one of them. The text itself stays where it is.
CREATE VIRTUAL TABLE forum_threads_search USING fts5(
  title, content, content = 'forum_threads', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
--> statement-breakpoint
CREATE VIRTUAL TABLE forum_comments_search USING fts5(
  content, content = 'forum_comments', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
--> statement-breakpoint
CREATE TRIGGER forum_threads_search_insert AFTER INSERT ON forum_threads WHEN NEW.is_deleted = 0 BEGIN
  INSERT INTO forum_threads_search (rowid, title, content) VALUES (NEW.id, NEW.title, NEW.content);
END;
--> statement-breakpoint
CREATE TRIGGER forum_threads_search_update AFTER UPDATE OF title, content, is_deleted ON forum_threads BEGIN
  INSERT INTO forum_threads_search (forum_threads_search, rowid, title, content)
    SELECT 'delete', OLD.id, OLD.title, OLD.content WHERE OLD.is_deleted = 0;
  INSERT INTO forum_threads_search (rowid, title, content)
    SELECT NEW.id, NEW.title, NEW.content WHERE NEW.is_deleted = 0;
END;
--> statement-breakpoint
CREATE TRIGGER forum_comments_search_insert AFTER INSERT ON forum_comments WHEN NEW.is_deleted = 0 BEGIN
  INSERT INTO forum_comments_search (rowid, content) VALUES (NEW.id, NEW.content);
END;
--> statement-breakpoint
CREATE TRIGGER forum_comments_search_update AFTER UPDATE OF content, is_deleted ON forum_comments BEGIN
  INSERT INTO forum_comments_search (forum_comments_search, rowid, content)
    SELECT 'delete', OLD.id, OLD.content WHERE OLD.is_deleted = 0;
  INSERT INTO forum_comments_search (rowid, content) SELECT NEW.id, NEW.content WHERE NEW.is_deleted = 0;
END;
--> statement-breakpoint
-- The site's own account. Nobody holds a secret of it.
INSERT INTO forum_users (username, secret_hash, is_automated, created_at, seen_at)
VALUES ('Community Bot', NULL, 1, 1763683200000, 1763683200000);
