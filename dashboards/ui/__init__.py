"""What all pages share: the address, the lake, the parts of a page, and what to say of trouble."""
