"""Pages and API routes of campaigns, systems, uploads and templates."""
