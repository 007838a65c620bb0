"""Who may open what (K-013)."""

from chalicelib.store.users import User

# What a product manager may open. An administrator may open everything.
PRODUCT_MANAGER_PAGES = ("dashboard", "manual_crawl", "results", "consistency", "errors")
ADMIN_PAGES = (*PRODUCT_MANAGER_PAGES, "products", "schedule", "expectations", "detection", "accounts")


def pages_of(user: User) -> tuple[str, ...]:
    """The pages this user may open (K-013)."""
    return ADMIN_PAGES if user.role == "admin" else PRODUCT_MANAGER_PAGES
