ALTER TABLE `reports` ADD `details` text;
