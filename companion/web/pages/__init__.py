"""One module of views for each page; its templates, script and styles have the same name."""
